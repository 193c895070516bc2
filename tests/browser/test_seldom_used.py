"""What is used seldom does what it is there for, and says beside itself why it could not."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus

from fixtures.axe import violations
from fixtures.browser import Held
from fixtures.factory import choose
from fixtures.fakes.world import World, now_ms
from fixtures.furnished import Furnished
from fixtures.gateway import asked
from fixtures.invitations import invitation, invite
from fixtures.refusals import REFUSED, WHY, refused, says_why
from fixtures.windows import DESK, PHONE, Windows
from playwright.sync_api import Page, expect

from redscience import families
from redscience.api.batch.v1 import batch_pb2 as batch_api
from redscience.api.match.v1 import match_pb2 as match_api
from redscience.api.players.v1 import players_pb2 as players_api
from redscience.api.rules.v1 import rules_pb2 as rules_api
from redscience.names import NEXT_AVAILABLE, RANDOM_ID
from redscience.variations import catalogue
from redscience.variations.language import to_json
from redscience.variations.language.model import Check, StalemateRule
from services.kit.ids import new_id

KEEP_SET_UPS = """(all) => {
  const { me } = JSON.parse(document.getElementById("data").textContent);
  localStorage.setItem("redscience.stratego.set-ups", JSON.stringify({ [`${me.id} 8`]: all }));
}"""
SET_UPS = {
    "Rush": {
        "G0": "scout",
        "G1": "scout",
        "H0": "marshal",
        "H1": "general",
        "I0": "miner",
        "I1": "spy",
        "J0": "flag",
        "J1": "bomb",
    },
    "Wall": {},
}
"""Set-ups of Stratego as a browser keeps them, by name."""


def press(page: Page, name: str | re.Pattern[str]) -> None:
    page.get_by_role("button", name=name).press("Enter")


def test_long_lists_go_on_where_they_ended(in_memory: Furnished, windows: Windows) -> None:
    world = in_memory.world
    crowd = [
        players_api.Player(id=new_id(), name=f"Crowd{number:02}", role=players_api.ROLE_CREATOR) for number in range(30)
    ]
    world.told["players.FindAny"] = lambda request: players_api.FindAnyResponse(players=found(crowd, request))
    first, second = (
        batch_api.Tournament(
            id=new_id(), name=f"Cup {number}", status=batch_api.STATUS_ENDED, progress=batch_api.Progress()
        )
        for number in (1, 2)
    )
    world.told["batch.List"] = lambda request: batch_api.ListResponse(
        tournaments=[second if request.page_token else first], next_page_token="" if request.page_token else "2"
    )
    played = [match_api.Match(id=new_id(), game_name=f"Played{number}", ended_at_ms=now_ms()) for number in (1, 2)]
    world.told["match.List"] = lambda request: match_api.ListResponse(
        matches=[played[bool(request.page_token)]], next_page_token="" if request.page_token else "2"
    )
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)
        in_memory.open(page, "history")
        goes_on(page, "players/*/history?*", "Show older matches", "#more .fault", "Played2")
        leads_back_to(page, "Played2")
        in_memory.open(page, "tournaments")
        goes_on(page, "tournaments?*", "More tournaments", "#tournaments-fault", "Cup 2")
        page.reload()
        goes_on_once(page, "tournaments?*", "More tournaments", "Cup 2")
        in_memory.open(page, "tournament")
        goes_on_once(page, "tournaments/*/games?*", "Show games", "4. Reversi")
        in_memory.log_in(page, in_memory.admin_secret)
        in_memory.open(page, "admin")
        goes_on(page, "admin/people?*", "Show more", "#more .fault", "Crowd29")
        page.locator("#role").select_option("trainer")
        expect(page.locator("#rows")).to_have_text("Nobody has this name.")
        page.locator("#role").select_option("")
        expect(page.locator(".person")).to_have_count(25)
        page.get_by_label("Suspended only").check()
        expect(page.locator(".person")).to_have_count(0)
        in_memory.open(page, "admin-audit")
        page.set_viewport_size(PHONE)
        page.locator(".table-scroll").press("ArrowRight")
        expect(page.locator(".table-scroll")).to_be_focused()


def found(people: list[players_api.Player], request: players_api.FindAnyRequest) -> list[players_api.Player]:
    """A page of those whom an Admin asks for: none is suspended."""
    wanted = [one for one in people if not request.is_suspended and request.role in {0, one.role}]
    return [one for one in wanted if one.id > request.after_id][: request.limit]


def test_who_comes_back_from_a_match_finds_what_they_looked_for(in_memory: Furnished, windows: Windows) -> None:
    world = in_memory.world
    new, old = (match_api.Match(id=new_id(), game_name=name, ended_at_ms=now_ms()) for name in ("Newer", "Older"))

    def told(request: match_api.ListRequest) -> match_api.ListResponse:
        if request.waiting or request.own or request.page_token:
            return match_api.ListResponse(matches=[old] if request.page_token else [])
        return match_api.ListResponse(matches=[old if request.before_ms else new], next_page_token="2")  # noqa: S106 - no password

    world.told["match.List"] = told
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)
        in_memory.open(page, "history")
        matches, search, until = page.locator("[data-key]"), page.get_by_label("Search"), page.get_by_label("Until")
        search.fill("older")  # is on the second page
        expect(matches).to_have_text([re.compile("Older")])
        expect(page).to_have_url(re.compile(r"\?search=older$"))
        matches.get_by_role("link").first.click()
        page.wait_for_url("**/matches/*")
        page.go_back()
        expect(search).to_have_value("older")
        expect(matches).to_have_text([re.compile("Older")])
        search.fill("")
        until.fill("2026-02-28")
        expect(matches).to_have_text([re.compile("Older")])
        end = page.evaluate("new Date(2026, 2, 1).getTime()")
        assert asked(world, "match.List").before_ms == end
        expect(page).to_have_url(re.compile(r"\?until=2026-02-28$"))
        page.reload()
        expect(matches).to_have_text([re.compile("Older")])
        until.fill("")
        expect(matches).to_have_text([re.compile("Newer")])


def test_who_erases_themself_is_told_so_and_leaves_nothing_in_the_browser(
    in_memory: Furnished, windows: Windows, picture: Callable[..., None]
) -> None:
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)
        page.route("**/api/me/erase/code", lambda route: route.fulfill(json={"challenge": "of ada"}))
        page.route("**/api/me/erase", lambda route: (page.context.clear_cookies(), route.fulfill(json={})))
        in_memory.open(page, "settings")
        said = page.locator("#erased")
        page.evaluate("for (const kept of [sessionStorage, localStorage]) kept.setItem('factory:ada:game', '{}')")
        page.get_by_label("Type your name to continue").fill("Ada")
        page.keyboard.press("Enter")
        code = page.locator("#erase-code")
        expect(code).to_be_focused()
        expect(page.locator("#erase-address")).to_have_text("ada@example.org")
        code.fill("123456")
        erase = page.get_by_role("button", name="Erase me")
        with refused(page, "me/erase"):
            code.press("Enter")
            says_why(page.locator("#erase-code-fault"), erase)
        picture(page, "erasing")
        with page.expect_request("**/api/me/erase") as asked:
            erase.press("Enter")
        assert asked.value.post_data_json == {"name": "Ada", "code": "123456", "challenge": "of ada"}
        page.wait_for_url("**/login")
        expect(said).to_contain_text("You are erased here")
        assert page.evaluate("[...Object.keys(sessionStorage), ...Object.keys(localStorage)]") == []
        page.reload()
        expect(page.get_by_label("E-mail address")).to_be_focused()
        expect(said).to_be_hidden()


def goes_on(page: Page, path: str, button: str, fault: str, then: str) -> None:
    """A list's button says what is refused beside itself, and shows the rest where nothing is."""
    more = page.get_by_role("button", name=button)
    with refused(page, path):
        more.press("Enter")
        says_why(page.locator(fault), more)
    more.press("Enter")
    expect(page.get_by_text(then).first).to_be_visible()
    expect(page.locator(fault)).to_be_empty()
    expect(more).to_be_hidden()


def leads_back_to(page: Page, last: str) -> None:
    """Whoever comes back to a list that had gone on finds it where they left it."""
    page.evaluate("document.body.style.paddingTop = '2000px'")  # as if the list were longer than the window
    page.get_by_text(last).first.scroll_into_view_if_needed()
    left = page.evaluate("scrollY")
    page.goto("/tournaments")
    page.go_back()
    expect(page.get_by_text(last).first).to_be_visible()
    assert page.evaluate("history.state.y") == left > 0


def goes_on_once(page: Page, path: str, button: str, then: str) -> None:
    """Pressed twice before there is an answer, a list's button asks for more once."""
    held = Held(page, f"**/api/{path}")
    for _ in range(2):
        page.get_by_role("button", name=button).press("Enter")
    held.take().continue_()
    expect(page.locator("tbody tr").filter(has_text=then)).to_have_count(1)
    assert held.is_empty
    page.unroute(f"**/api/{path}")


def test_games_are_looked_for_by_kind_players_and_what_is_special(in_memory: Furnished, windows: Windows) -> None:
    for name in ("3P-Notakto", "4on7sq"):
        in_memory.world.add_game(catalogue.get(name))
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)
        page.goto("/games")
        names, kind = page.locator(".game-name"), page.get_by_label("Kind", exact=True)
        with refused(page, "gallery?*"):
            kind.select_option("stratego")
            says_why(page.locator("#search-fault"), kind)
        kind.select_option("rainbow")
        expect(names).to_have_text(["Tic-Tac-Rainbow"])
        expect(page.locator("#search-fault")).to_be_empty()
        kind.select_option("")
        page.get_by_label("Players", exact=True).select_option("3")
        expect(names).to_have_text(["3P-Notakto"])
        page.get_by_label("Players", exact=True).select_option("")
        page.get_by_label("With", exact=True).select_option("stacks")
        expect(names).to_have_text(["Connect4"])
        with refused(page, "games/*/evolution/*"):
            page.goto(in_memory.paths["evolution"])
            expect(page.locator("#chart .fault")).to_have_text(WHY)
        in_memory.open(page, "evolution")
        field = page.get_by_label("Compare with another game")
        with refused(page, "games/*/evolution/*"):
            field.fill("Connect4")
            page.get_by_role("option", name="Connect4").click()
            says_why(page.locator("#add-game-fault"), field)
        expect(page).not_to_have_url(re.compile("with="))
        field.fill("Connect4")
        page.get_by_role("option", name="Connect4").click()
        expect(page).to_have_url(re.compile("with="))
        expect(page.locator("#add-game-fault")).to_be_empty()


def test_games_of_ones_own_are_renamed_by_admins(in_memory: Furnished, windows: Windows) -> None:
    world = in_memory.world
    game = world.add_game(catalogue.get("Konane"), creator_id=by_name(world, "Ben").id)

    def rename(request: rules_api.RenameRequest) -> rules_api.RenameResponse:
        game.name = request.name
        return rules_api.RenameResponse(game=game)

    world.told["rules.Rename"] = rename
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page, in_memory.admin_secret)
        in_memory.open(page, "admin-games")
        press(page, "Rename: Konane")
        press(page, "Cancel")
        expect(page.get_by_role("dialog")).to_have_count(0)
        press(page, "Rename: Konane")
        name = page.get_by_label("Name", exact=True)
        expect(name).to_have_value("Konane")
        with refused(page, "admin/games/*/name"):
            name.fill("Hare")
            name.press("Enter")
            says_why(page.locator("#new-name-fault"), name)
        name.fill("Hare and hounds")
        press(page, re.compile("^Rename$"))
        expect(page.locator(f"[data-game='{game.id}']")).to_contain_text("Hare and hounds")
        # Where the game is shown, too.
        page.goto(f"/games/{game.id}")
        name = page.get_by_label("Another name for it, as an admin")
        expect(name).to_have_value("Hare and hounds")
        assert violations(page) == []
        with refused(page, "admin/games/*/name"):
            name.fill("Hare")
            name.press("Enter")
            says_why(page.locator("#new-name-fault"), name)
        press(page, re.compile("^Rename$"))
        expect(page.get_by_role("heading", level=1)).to_have_text("Hare")


def test_a_game_is_hidden_and_shown_again_by_admins_on_its_page(in_memory: Furnished, windows: Windows) -> None:
    world = in_memory.world
    game = world.add_game(catalogue.get("Konane"), creator_id=by_name(world, "Ben").id)

    def hide(_: rules_api.HideRequest) -> rules_api.HideResponse:
        game.hidden = True
        return rules_api.HideResponse(game=game)

    def show(_: rules_api.ShowRequest) -> rules_api.ShowResponse:
        game.hidden = False
        return rules_api.ShowResponse(game=game)

    world.told |= {"rules.Hide": hide, "rules.Show": show}
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page, in_memory.admin_secret)
        in_memory.open(page, "admin-games")
        row = page.locator(f"[data-game='{game.id}']")
        row.get_by_role("button", name="Hide: Konane").hover()
        for count in (1, 2):  # of which the second finds what takes the first back
            page.mouse.down(click_count=count)
            page.mouse.up(click_count=count)
            expect(row.get_by_role("button", name="Show: Konane")).to_be_visible()
        assert [name for name, _ in world.calls if name == "rules.Show"] == []
        press(page, "Show: Konane")
        expect(row.get_by_role("button", name="Hide: Konane")).to_be_visible()
        # On the page of the game, too.
        page.goto(f"/games/{game.id}")
        button = page.locator("#visibility")
        with refused(page, "admin/games/*/hide"):
            button.click()
            expect(page.locator("#visibility-fault")).to_have_text(WHY)
        button.click()
        expect(page.locator("#hidden-note")).to_be_visible()
        assert violations(page) == []
        expect(page.get_by_role("link", name="Play")).to_have_count(0)
        page.goto("/games?order=newest")
        card = page.locator(".game-card").filter(has_text="Konane")
        expect(card.get_by_text("hidden", exact=True)).to_be_visible()
        expect(card.get_by_role("link", name="Play Konane")).to_have_count(0)
        page.go_back()
        press(page, "Show this game again")
        expect(page.locator("#hidden-note")).to_have_count(0)
        expect(button).to_have_text("Hide this game")


def test_a_leaderboard_leads_to_benchmarks_and_its_games_creator(in_memory: Furnished, windows: Windows) -> None:
    world = in_memory.world
    ben, game_id = by_name(world, "Ben"), in_memory.paths["leaderboard"].split("/")[2]
    world.games[game_id].creator_id = ben.id
    robot, _ = world.add_player("Robot")
    robot.kind = players_api.KIND_BOT
    world.standing(game_id, robot.id).played = 1
    in_memory.hold("tournament")
    world.told["batch.Create"] = batch_api.CreateResponse(tournament=world.told["batch.Get"].tournament)
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)
        in_memory.open(page, "leaderboard")
        # Neither Trainers nor Admins.
        expect(page.get_by_role("button", name="Benchmark")).to_have_count(0)
        expect(page.get_by_role("row", name="Ben").locator(".held")).to_have_text(" (12 h)")
        creations = page.get_by_role("link", name="By Ben")
        expect(creations).to_have_attribute("title", "Show All Creations of Ben")
        creations.click()
        page.wait_for_url(f"**/players/{ben.id}/creations")
        in_memory.log_in(page, in_memory.admin_secret)
        in_memory.open(page, "leaderboard")
        benchmark, fault = page.get_by_role("button", name="Benchmark"), page.locator("#standings-fault")
        assert violations(page) == []
        # One is not enough: the form has everybody to choose from.
        page.get_by_label("Choose Random").check()
        benchmark.press("Enter")
        page.wait_for_url(f"**/tournaments/new?game={game_id}&player={RANDOM_ID}")
        page.go_back()
        # What is checked there is what is chosen, also after coming back.
        for name in ("Random", "Robot"):
            page.get_by_label(f"Choose {name}").check()
        with refused(page, "games/*/benchmark"):
            benchmark.press("Enter")
            expect(fault).to_have_text(WHY)
            expect(fault).to_be_in_viewport()
        benchmark.press("Enter")
        page.wait_for_url("**/tournaments/*")
        assert {player.player_id for player in asked(world, "batch.Create").players} == {RANDOM_ID, robot.id}


def test_a_leaderboard_is_drawn_anew_under_who_reads_it(in_memory: Furnished, windows: Windows) -> None:
    with windows.window(in_memory.address, new=True) as window:
        page = window.page
        page.clock.install()
        in_memory.log_in(page)
        in_memory.open(page, "leaderboard")
        region = page.get_by_role("region", name="Standings")
        row = region.locator("tbody tr").first
        for focused in (region, region.get_by_role("link", name="Ben", exact=True)):
            focused.focus()
            row.evaluate("(one) => { one.dataset.isOld = true; }")
            # How long ratings have been held grows.
            page.clock.run_for(30_000)
            expect(row).not_to_have_attribute("data-is-old", "true")
            expect(focused).to_be_focused()


def test_a_leaderboard_that_says_the_same_stays_under_who_reads_it(in_memory: Furnished, windows: Windows) -> None:
    with windows.window(in_memory.address, new=True) as window:
        page = window.page
        page.clock.install()
        in_memory.log_in(page)
        in_memory.open(page, "leaderboard")
        name = page.get_by_role("region", name="Standings").get_by_role("link", name="Ben", exact=True)
        name.evaluate("(link) => getSelection().selectAllChildren(link)")
        page.clock.run_for(30_000)
        assert page.evaluate("String(getSelection())") == "Ben"


def test_players_of_ones_own_have_names_avatars_and_tokens(in_memory: Furnished, windows: Windows) -> None:
    world = in_memory.world
    eve = next(player for player in world.players.values() if player.name == "Eve")
    mask, _ = world.add_player("Mask")
    bot, _ = world.add_player("Robot")
    mask.kind, bot.kind, mask.owner_id, bot.owner_id = players_api.KIND_PERSONA, players_api.KIND_BOT, eve.id, eve.id

    def choose(request: players_api.SetAvatarRequest) -> players_api.SetAvatarResponse:
        mask.avatar = request.avatar
        return players_api.SetAvatarResponse(player=mask)

    def rename(request: players_api.RenameRequest) -> players_api.RenameResponse:
        mask.name = request.name
        return players_api.RenameResponse(player=mask)

    world.told |= {
        "players.SetAvatar": choose,
        "players.Rename": rename,
        "players.RotateBotToken": players_api.RotateBotTokenResponse(token="token-of-robot"),  # noqa: S106 - of a fake
    }
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page, in_memory.admin_secret)
        page.goto("/me")
        press(page, "Avatar: Mask")
        page.locator("#avatars button").nth(6).press("Enter")
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert asked(world, "players.SetAvatar").player_id == mask.id
        assert mask.avatar == 7
        press(page, "Rename: Mask")
        name = page.locator("#new-name")
        with refused(page, "me/name"):
            name.fill("Random")
            name.press("Enter")
            says_why(page.locator("#new-name-fault"), name)
        name.fill("Visor")
        name.press("Enter")
        expect(page.locator("#personas")).to_contain_text("Visor")
        press(page, "New token: Robot")
        # One click takes hold of all of it.
        page.locator("#token").click()
        assert page.evaluate("getSelection().toString()") == "token-of-robot"
        press(page, "Done")
        expect(page.locator("#token")).to_have_value("")


def test_invitations_are_answered_from_home(in_memory: Furnished, windows: Windows) -> None:
    world = in_memory.world
    ada, ben, cleo = (by_name(world, name) for name in ("Ada", "Ben", "Cleo"))
    sent = next(iter(world.invitations.values()))
    come, waits = (
        invite_to(world, "Reversi", sender, other) for sender, other in ((ben.id, ada.id), (cleo.id, NEXT_AVAILABLE))
    )
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)
        page.goto("/")
        for match_id, verb, place in (
            (come, "decline", "#asked"),
            (sent.id, "cancel", "#mine"),
            (waits, "take", "#lobby"),
        ):
            button = page.locator(f"#{verb}-{match_id}")
            with refused(page, "join" if verb == "take" else f"matches/*/{verb}"):
                button.press("Enter")
                says_why(page.locator(f"{place} .fault").filter(has_text=WHY), button)
            button.press("Enter")
            if verb == "take":
                page.wait_for_url(f"**/matches/{waits}")
            else:
                expect(button).to_have_count(0)
        page.goto("/")
        other = page.get_by_role("combobox", name="Player 2")
        other.fill("Nobody at all")
        press(page, "Play New")
        nobody = "“{}” is none of your friends. Ask them under Friends in the menu, or choose “By a link”.".format
        fault = page.locator("#slot-1-fault")
        expect(fault).to_have_text(nobody("Nobody at all"))
        expect(other).to_be_focused()
        # Enter begins nothing with whoever was there before, at once as little as when it is read that there is nobody.
        other.fill("Max")
        other.press("Enter")
        expect(fault).to_have_text(nobody("Max"))
        other.fill("Maximilian")
        none = "None of your friends has this name. “By a link” invites anybody."
        expect(page.locator("#slot-1-list")).to_have_text(none)
        other.press("Enter")
        expect(fault).to_have_text(nobody("Maximilian"))
        game = page.get_by_role("combobox", name="Game")
        game.fill("Xyzzyplugh")
        expect(page.locator("#games")).to_have_text("No game has this name.")
        game.press("Enter")
        expect(page.locator("#game-fault")).not_to_be_empty()
        # Nothing is said any more of who was there before.
        expect(page.locator("#slot-1-note")).to_be_empty()
        (anybody,) = page.locator(".slot-icon:not([id])").all()
        assert page.locator("#slot-1-icon").inner_html() == anybody.inner_html()
        # Who follows a link reads first what they are to play.
        page.goto(f"/join/{invite_to(world, 'Reversi', ben.id, '', is_linked=True)}")
        page.locator("summary", has_text="Rules of Reversi").press("Enter")
        expect(page.locator(".rules-card .english p").first).to_be_visible()


def by_name(world: World, name: str) -> players_api.Player:
    return next(player for player in world.players.values() if player.name == name)


def invite_to(world: World, game: str, *players: str, is_linked: bool = False) -> str:
    """Invites players to a game; gives the id of the match, or its link."""
    game_id = world.add_source(families.get(game)).id
    match = invite(invitation(world, match_api.CreateRequest(game_id=game_id, player_ids=players)))
    with world.changed:
        world.invitations[match.id] = match
    return match.link if is_linked else match.id


def test_whoever_comes_in_is_told_what_is_wrong(in_memory: Furnished, windows: Windows) -> None:
    with windows.window(in_memory.address) as window:
        page = window.page
        page.goto("/login")
        visit = page.get_by_role("button", name="Look around without logging in")
        with refused(page, "visit"):
            visit.press("Enter")
            says_why(page.locator("#visit-fault"), visit)
        page.get_by_label("E-mail address").fill("gus@example.org")
        press(page, "Send the code")
        code = page.get_by_label("Code", exact=True)
        expect(code).to_be_focused()
        code.fill(in_memory.world.codes["gus@example.org"])
        page.locator("#code-step [type=submit]").press("Enter")
        name = page.get_by_label("Name", exact=True)
        name.fill("Random")
        name.press("Enter")
        expect(page.locator("#name-fault")).to_have_text("This name is taken. Choose another.")
        name.fill("Gus")
        name.press("Enter")
        expect(page.locator(".user-name")).to_have_text("Gus")


def test_a_tournament_is_ended_and_another_is_made_up(in_memory: Furnished, windows: Windows) -> None:
    world = in_memory.world
    in_memory.hold("tournament")
    tournament = world.told["batch.Get"].tournament
    tournament.may_control = True

    def cancel(_: batch_api.CancelRequest) -> batch_api.CancelResponse:
        tournament.status = tournament.progress.status = batch_api.STATUS_CANCELLED
        return batch_api.CancelResponse(tournament=tournament)

    world.told["batch.Cancel"] = cancel
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page, in_memory.admin_secret)
        in_memory.open(page, "tournament")
        press(page, "Show games")
        page.set_viewport_size(PHONE)
        games = page.locator("#games .table-scroll")
        games.press("ArrowRight")
        expect(games).to_be_focused()
        page.set_viewport_size(DESK)
        pause = page.get_by_role("button", name="Pause")
        with refused(page, "tournaments/*/pause"):
            pause.press("Enter")
            says_why(page.locator("#fault"), pause)
        press(page, "End it")
        page.locator("#cancel-yes").press("Enter")
        expect(page.locator("#controls button")).to_have_count(0)
        expect(page.locator("#progress-words")).to_contain_text("nded")
        page.goto(f"{in_memory.paths['new-tournament']}&player={RANDOM_ID}")
        for left_out in ("#chosen-games", "#entries"):
            row = page.locator(f"{left_out} li")
            expect(row).to_have_count(1)
            row.get_by_role("button", name="Leave out").press("Enter")
            expect(row).to_have_count(0)
        expect(page.locator("#players input:checked")).to_have_count(0)


def test_what_players_ask_of_each_other_is_refused_withdrawn_and_told(in_memory: Furnished, windows: Windows) -> None:
    play = in_memory.world.matches[in_memory.paths["playing"].rpartition("/")[2]]
    other = next(seat.seat for seat in play.match.seats if seat.player_name != "Ada")
    play.match.can_pause = play.match.can_take_back = True
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)
        in_memory.open(page, "playing")
        for group in ("pause", "take-back"):
            button = page.locator(f"#{group}-ask")
            expect(button).to_be_visible()
            with refused(page, f"matches/*/{group}"):
                button.press("Enter")
                expect(page.locator(f"#{group}-fault")).to_have_text(WHY)
            button.press("Enter")
            expect(page.locator(f"#{group}-text")).to_contain_text("You asked", ignore_case=True)
            expect(page.locator(f"#{group}-fault")).to_be_empty()
            page.locator(f"#{group}-withdraw").press("Enter")
            expect(page.locator(f"#{group}")).to_be_hidden()
        play.match.pause_asked_by = other
        page.reload()
        expect(page.locator("#pause-text")).to_contain_text("asks for a pause.")
        page.locator("#pause-refuse").press("Enter")
        expect(page.locator("#pause")).to_be_hidden()
        assert not play.match.pause_asked_by


def test_the_rooms_of_a_match_that_is_over_are_read_and_written_in(in_memory: Furnished, windows: Windows) -> None:
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)
        in_memory.open(page, "ended")
        text, said = page.get_by_label("Say something"), page.locator(".chat-message")
        with refused(page, "matches/*/chat/seats"):
            text.fill("Well played")
            text.press("Enter")
            says_why(page.locator("#chat-fault"), text)
        page.locator("#chat-watchers").press("Enter")
        for number in range(9):
            text.fill(f"Watched {number}")
            text.press("Enter")
            expect(said).to_have_count(number + 1)
        expect(page.locator("#chat-fault")).to_be_empty()
        page.locator("#chat-list").press("Home")
        expect(said.first).to_be_in_viewport()
        page.locator("#chat-seats").press("Enter")
        expect(said).to_have_count(0)
        expect(page.locator("#chat-none")).to_be_visible()


def test_a_link_to_a_seat_is_copied(in_memory: Furnished, windows: Windows) -> None:
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)
        in_memory.open(page, "invitation")
        field = page.get_by_label("Link to the open seat")
        field.click()
        assert page.evaluate("getSelection().toString()") == field.input_value()
        window.context.grant_permissions(["clipboard-read", "clipboard-write"])
        said = page.locator(".copied")
        press(page, "Copy")
        expect(said).to_have_text("Copied.")
        assert page.evaluate("navigator.clipboard.readText()") == field.input_value()
        # Pages that come without a certificate have no clipboard, and some browsers let none copy.
        page.evaluate("navigator.clipboard.writeText('')")
        page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })")
        said.evaluate("(said) => said.replaceChildren()")
        press(page, "Copy")
        expect(said).to_have_text("Copied.")
        page.evaluate("delete navigator.clipboard")
        assert page.evaluate("navigator.clipboard.readText()") == field.input_value()
        window.context.clear_permissions()
        page.evaluate("document.execCommand = () => false")
        page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })")
        press(page, "Copy")
        expect(said).to_contain_text("The text is selected: copy it by hand.")
        assert page.evaluate("getSelection().toString()") == field.input_value()


def test_a_game_to_begin_from_is_looked_for(in_memory: Furnished, windows: Windows) -> None:
    one, other = (in_memory.world.add_game(catalogue.get(name)) for name in ("Konane", "4on7sq"))
    in_memory.world.told["rules.List"] = lambda request: rules_api.ListResponse(
        games=[other if request.page_token else one], next_page_token="" if request.page_token or request.words else "2"
    )
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)
        page.goto("/games")
        expect(page.locator(".game-card")).to_have_count(1)
        goes_on(page, "gallery?*", "More games", "#more-fault", "4on7sq")
        leads_back_to(page, "4on7sq")
        page.goto("/factory")
        page.locator("#english p").first.wait_for()
        press(page, "Begin from a game")
        examples, sought = page.locator("#examples-list .example"), page.get_by_label("Search")
        expect(examples).to_have_count(1)
        goes_on(page, "gallery?*", "More games", "#examples-more-fault", "4on7sq")
        with refused(page, "gallery?*"):
            sought.fill("Qubic")
            says_why(page.locator("#examples-fault"), sought)
        sought.fill("Konane")
        expect(page.locator("#examples-fault")).to_be_empty()
        expect(examples).to_have_count(1)
        page.locator("dialog.examples").get_by_role("button", name="Close").press("Enter")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_drafts_are_shown_deleted_and_changed_elsewhere(in_memory: Furnished, windows: Windows) -> None:
    with windows.window(in_memory.address) as window, windows.window(in_memory.address) as elsewhere:
        page, theirs = window.page, elsewhere.page
        in_memory.log_in(page)
        page.goto("/factory")
        name, state = page.get_by_label("Name", exact=True), page.locator("#draft-state")
        name.fill("Mine")
        expect(state).to_have_text("Draft saved just now.")
        expect(page).to_have_url(re.compile("draft="))
        in_memory.log_in(theirs)
        theirs.goto(page.url)
        theirs.get_by_label("Name", exact=True).fill("Theirs")
        expect(theirs.locator("#draft-state")).to_have_text("Draft saved just now.")
        name.fill("Mine too")
        press(page, "Open the other version")
        expect(name).to_have_value("Theirs")
        share = page.get_by_role("button", name="Show it to somebody")
        open_drafts(page)
        with refused(page, "drafts/*/link"):
            share.press("Enter")
            says_why(page.locator("#drafts .fault"), share)
        share.press("Enter")
        expect(page.locator("#draft-link")).to_have_value(re.compile("/drafts/link-of-"))
        expect(page.locator("#draft-link")).to_be_focused()
        press(page, "Stop showing it")
        expect(page.locator("#draft-link")).to_have_count(0)
        expect(page.get_by_role("button", name="Show it to somebody")).to_be_focused()
        # Beside another it is deleted for good.
        page.goto("/factory")
        open_drafts(page)
        press(page, "Delete Theirs")
        delete = page.get_by_role("button", name="Delete for good")
        with refused(page, "drafts/*"):
            delete.press("Enter")
            says_why(page.locator("#drafts .fault"), delete)
        delete.press("Enter")
        expect(page.locator(".draft")).to_have_count(0)
        assert [draft.name for draft in in_memory.world.drafts.values()] == ["Wider"]  # somebody else's
        with page.expect_file_chooser() as chosen:
            press(page, "Import a file")
        text = to_json(catalogue.get("Konane"))
        chosen.value.set_files({"name": "konane.json", "mimeType": "application/json", "buffer": text.encode()})
        expect(name).to_have_value("Konane")


def open_drafts(page: Page) -> None:
    """Opens the menu of drafts, once the page answers."""
    page.locator("#english p").first.wait_for()
    page.locator("#drafts-menu > summary").press("Enter")


def test_what_the_factory_offers_seldom_changes_the_rules(in_memory: Furnished, windows: Windows) -> None:
    chess, stacks = catalogue.get("ChessWithoutCheck"), catalogue.get("Connect4")
    checks, rows = (chess.checks[0], Check("first_row_wins", length=4)), StalemateRule("most_rows_wins", length=2)
    game = in_memory.world.add_game(replace(chess, name="Four", checks=checks, stalemate=(rows,)))
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)
        page.goto(f"/factory?copy={game.id}")
        rules = page.locator("#english")
        expect(rules).to_contain_text("rows of two")
        page.locator("#at-stalemate-0-length").select_option("3")
        expect(rules).to_contain_text("rows of three")
        page.locator("#at-checks-0-shape").select_option(label="pawn")
        page.locator("#at-checks-1-raise").press("Enter")
        expect(page.locator("#at-checks-0-length option:checked")).to_have_text("4")
        expect(page.locator("#at-checks-1-shape option:checked")).to_have_text("pawn")
        page.goto(f"/factory?copy={in_memory.world.add_game(stacks).id}")
        page.locator("#english p").first.wait_for()
        # A wall on one height of a stack, then on whole ones.
        for reach in ("single", "whole"):
            page.locator(f"#reach-{reach}").press("Enter")
            expect(page.locator(f"#reach-{reach}")).to_have_attribute("aria-pressed", "true")
        page.get_by_role("button", name="Wall", exact=True).press("Enter")
        page.get_by_label(re.compile("^Column 1, height 1")).click()
        expect(page.get_by_label(re.compile("^Column 1, height 2, .*wall"))).to_be_visible()
        choose(page.locator("#at-players"), "4 Player")
        page.locator("summary").filter(has_text="Overachievers").press("Enter")
        choose(page.locator("#at-disqualify-overachievers"), "Overachiever(s) disqualified")
        expect(rules).to_contain_text("is disqualified")
        page.goto("/factory?family=four_bases")
        expect(rules).not_to_contain_text("Nothing is shown")
        before = rules.inner_text()
        page.get_by_label("After a conflict").select_option("Nothing is shown")
        expect(rules).not_to_have_text(before)


def test_an_army_is_set_up_where_a_game_is_tried(in_memory: Furnished, windows: Windows) -> None:
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)
        page.goto("/factory?family=stratego")
        page.evaluate(KEEP_SET_UPS, SET_UPS)
        page.get_by_label("Army").select_option(label="Barrage, 8 pieces a side")
        expect(page.locator("#english")).to_contain_text("Each army has 8 pieces")
        press(page, "Try it")
        standing = page.locator("#try-table .piece")
        page.locator("#tray-flag").press("Enter")
        page.locator("#try-table [data-key='J0']").press("Enter")
        expect(page.locator("#try-table [data-key='J0']")).to_have_attribute("aria-label", "J0, flag")
        press(page, "Clear")
        expect(standing).to_have_count(0)
        page.locator("#try-hand summary").press("Enter")
        page.get_by_label("Name of this set-up").fill("Half")
        press(page, "Save this set-up")
        expect(page.locator("#set-up-note")).to_have_text("Place all pieces first.")
        page.get_by_label("Saved set-ups").select_option("Wall")
        press(page, "Delete")
        expect(page.get_by_label("Saved set-ups").locator("option")).to_have_text(["Rush"])
        press(page, "Load")
        press(page, "Accept Move")
        expect(standing).to_have_count(16)
        expect(page.locator("#try-table [data-key='J0']")).to_have_attribute("aria-label", re.compile("J0, red flag"))
        page.locator(".cell.is-source").first.click()
        page.locator(".cell.is-target").first.click()
        moved = page.locator("#try-table .grid .piece-moved")
        expect(moved).not_to_have_count(0)
        page.get_by_label("Mark pieces:").press("Space")
        expect(moved).to_have_count(0)
        moves = page.locator("#try-beside .moves")
        moves.press("End")
        expect(moves).to_be_focused()
        before = page.locator("#try-status").inner_text()
        page.locator("#try-draw").press("Enter")
        expect(page.locator("#try-status")).not_to_have_text(before)


def test_a_search_that_is_refused_says_why(in_memory: Furnished, windows: Windows) -> None:
    with windows.window(in_memory.address) as window:
        page = window.page
        in_memory.log_in(page)
        in_memory.open(page, "friends")
        sought, listed = page.get_by_label("Find a player"), page.get_by_role("listbox")
        with refused(page, "players?*"):
            sought.fill("Somebody")
            expect(listed).to_have_text(WHY)
            sought.press("Tab")
            expect(listed).to_be_hidden()
        in_memory.open(page, "home")
        game, fault = page.get_by_role("combobox", name="Game"), page.locator("#game-fault")
        note, picture = page.locator("#game-note"), page.locator("#game-picture")
        expect(picture.locator("svg")).to_be_visible()
        with refused(page, "games?name=*"):
            game.fill("Somewhat")
            game.press("Tab")
            expect(fault).to_have_text(WHY)
        # What was chosen before is not played in the place of what nobody could look for.
        page.locator("#play-random").click()
        expect(game).to_be_focused()
        with refused(page, "opponents?*"):
            page.locator("#slot-1").fill("Somebody")
            page.locator("#slot-1").press("Tab")
            expect(page.locator("#slot-1-fault")).to_have_text(WHY)
        held = Held(page, re.compile(r"/api/games/\w+$"))
        game.click()
        page.get_by_role("option", name="Stratego").click()
        # The rules of another game do not stand below its name.
        answer = held.take()
        expect(note).to_be_hidden()
        expect(picture).to_be_hidden()
        answer.fulfill(status=HTTPStatus.NOT_FOUND, json=REFUSED)
        expect(fault).to_have_text(WHY)
        expect(note).to_be_empty()
        expect(picture).to_be_empty()
        game.click()
        page.get_by_role("option", name="Reversi").click()
        held.take().continue_()
        expect(picture.locator("svg")).to_be_visible()
        expect(note).to_contain_text("Reversi")
        expect(fault).to_be_empty()

INSERT INTO matches (id, game_id, game_name, rule_set, digest, rules_version, seed, universe, rated, seconds_per_turn,
        pause_ms, tournament_id, created_at_ms, started_at_ms, status, look_at_ms, handed_at_ms, reason, ended_at_ms)
    SELECT pg_temp.id('1', n), pg_temp.game(n), 'Connect4', current_setting('size.rule_set'), repeat('d', 64), 2, md5(n::text),
        pg_temp.universe(n), true, 60, 0, '', pg_temp.at_ms(n), pg_temp.at_ms(n),
        CASE WHEN pg_temp.runs(n) THEN 'running' ELSE 'ended' END,
        CASE WHEN pg_temp.runs(n) THEN pg_temp.at_ms(pg_temp.setting('matches')) + 1000 * (n % 100) END,
        0, CASE WHEN NOT pg_temp.runs(n) THEN 'rules' END, CASE WHEN NOT pg_temp.runs(n) THEN pg_temp.at_ms(n) + 200000 END
    FROM generate_series(1, pg_temp.setting('matches')) n;

INSERT INTO seats (match_id, slot, seat, player_id, player_name, kind, controller_id, outcome, open)
    SELECT pg_temp.id('1', n), slot, CASE slot WHEN 0 THEN 'black' ELSE 'white' END, who, 'Name of ' || who,
        CASE WHEN is_random THEN 'random' ELSE 'person' END, CASE WHEN is_random THEN 'service:chaos' ELSE who END,
        CASE WHEN NOT pg_temp.runs(n) THEN CASE slot WHEN 0 THEN 'win' ELSE 'lose' END END, pg_temp.runs(n)
    FROM generate_series(1, pg_temp.setting('matches')) n, LATERAL generate_series(0, 1 + 0 * n) slot,
        LATERAL (SELECT pg_temp.seated(n, slot) AS who) whose,
        LATERAL (SELECT who = current_setting('size.random') AS is_random) chance;

INSERT INTO turns (match_id, number, event, seats, moves, "left", at_ms, began_at_ms, automatic, clock_started_at_ms,
        due_at_ms, caller_id, request_id, question)
    SELECT pg_temp.id('1', n), k, CASE k WHEN 0 THEN 'opening' ELSE 'moves' END,
        CASE WHEN k = 0 THEN '' WHEN k % 2 = 1 THEN 'black' ELSE 'white' END,
        CASE k WHEN 0 THEN '[]' ELSE '["O@4,1"]' END::json, NULL, pg_temp.at_ms(n) + 10000 * k, pg_temp.at_ms(n) + 10000 * k,
        false, pg_temp.at_ms(n) + 10000 * k, pg_temp.at_ms(n) + 10000 * k + 60000,
        CASE k % 2 WHEN 1 THEN pg_temp.seated(n, 0) END, CASE k % 2 WHEN 1 THEN md5(n || '-' || k) END,
        CASE k % 2 WHEN 1 THEN md5(k::text) END
    FROM generate_series(1, pg_temp.setting('matches')) n,
        LATERAL generate_series(0, pg_temp.setting('turns_each') - 1 + 0 * n) k;

INSERT INTO ended (position, match_id, payload)
    SELECT n, pg_temp.id('1', n), decode(current_setting('size.ended'), 'hex')
    FROM generate_series(1, pg_temp.setting('matches') - pg_temp.setting('running')) n;
UPDATE ended_count SET count = pg_temp.setting('matches');

INSERT INTO rematches (match_id, next_id)
    SELECT pg_temp.id('1', n), pg_temp.id('1', n + 1) FROM generate_series(1, pg_temp.setting('matches') - 1, 5) n;

INSERT INTO chat_rooms (match_id, room, count)
    SELECT pg_temp.id('1', n), 'seats', 4 FROM generate_series(4, pg_temp.setting('matches'), 4) n;
INSERT INTO chat_messages (match_id, room, number, player_id, player_name, text, at_ms, request_id)
    SELECT pg_temp.id('1', n), 'seats', number, pg_temp.seated(n, number % 2), 'Name', 'Well played, thank you!',
        pg_temp.at_ms(n) + 1000 * number, md5(n || '-' || number)
    FROM generate_series(4, pg_temp.setting('matches'), 4) n, LATERAL generate_series(1, 4 + 0 * n) number;
INSERT INTO chat_mutes (player_id, muted_id, since_ms)
    SELECT DISTINCT pg_temp.player(n, 41), pg_temp.player(n, 42), 1::bigint FROM generate_series(1, pg_temp.setting('players') / 10) n;
INSERT INTO chat_reports (id, match_id, room, number, reporter_id, reporter_name, reason, at_ms, resolved_at_ms)
    SELECT pg_temp.id('5', n), pg_temp.id('1', n), 'seats', 1, pg_temp.player(n, 43), 'Name', 'rude', pg_temp.at_ms(n),
        CASE WHEN n % 400 <> 0 THEN pg_temp.at_ms(n) END
    FROM generate_series(4, pg_temp.setting('matches'), 40) n;

-- What is a day old at most.
INSERT INTO answers (caller_id, request_id, question, answer, at_ms)
    SELECT pg_temp.seated(n, 0), md5(n::text), md5(n::text), decode(repeat('ab', 300), 'hex'), pg_temp.at_ms(n)
    FROM generate_series(greatest(1, pg_temp.setting('matches') - 86400), pg_temp.setting('matches')) n;
INSERT INTO attendance (match_id, controller_id, replica_id, is_seat, is_here, since_ms)
    SELECT pg_temp.id('1', n), pg_temp.seated(n, 0), pg_temp.id('6', n % 4), true, pg_temp.runs(n), pg_temp.at_ms(n)
    FROM generate_series(greatest(1, pg_temp.setting('matches') - 86400), pg_temp.setting('matches')) n;
INSERT INTO replicas (id, at_ms) SELECT pg_temp.id('6', n), pg_temp.at_ms(pg_temp.setting('matches')) FROM generate_series(0, 3) n;

-- Most of those that were called off are removed after an hour; open are some thousand.
INSERT INTO invitations (id, game_id, game_name, rule_set, universe, seconds_per_turn, maker_id, created_at_ms, lapses_at_ms,
        changes, reason, called_off_by, link_secret, in_lobby)
    SELECT pg_temp.id('7', n), pg_temp.game(n), 'Connect4', current_setting('size.rule_set'), pg_temp.universe(n), 60,
        pg_temp.player(n, 44), pg_temp.at_ms(pg_temp.setting('matches')), pg_temp.at_ms(pg_temp.setting('matches')) + 600000,
        0, CASE WHEN n % 3 = 0 THEN 'lapsed' END, '', '', n % 2 = 0
    FROM generate_series(1, 30000) n;
INSERT INTO invited (invitation_id, slot, player_id, player_name, kind, controller_id, accepted, waits_until_ms)
    SELECT pg_temp.id('7', n), slot, CASE slot WHEN 0 THEN pg_temp.player(n, 44) ELSE pg_temp.player(n, 45) END, 'Name', 'person',
        CASE slot WHEN 0 THEN pg_temp.player(n, 44) ELSE pg_temp.player(n, 45) END, slot = 0, NULL
    FROM generate_series(1, 30000) n, LATERAL generate_series(0, 1 + 0 * n) slot;
INSERT INTO programs (id, controller_id, accepting, expires_at_ms)
    SELECT pg_temp.id('8', n), pg_temp.player(n, 46), NULL, pg_temp.at_ms(pg_temp.setting('matches')) + 15000
    FROM generate_series(1, 2000) n;

-- The bus was away for some hours.
INSERT INTO outbox (id, subject, payload, traceparent, created_at_ms)
    SELECT pg_temp.id('9', n), 'redscience.match.ended', decode(current_setting('size.ended'), 'hex'), '', pg_temp.at_ms(n)
    FROM generate_series(1, pg_temp.setting('matches') / 5) n;

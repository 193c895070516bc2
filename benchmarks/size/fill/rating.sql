INSERT INTO boards (universe, game_id, matches, drawn)
    SELECT 'public', pg_temp.id('3', n), pg_temp.setting('matches') / (n + 1), 1 FROM generate_series(0, pg_temp.setting('games') - 1) n;

-- Everybody has played the first game, half of them another one, and the first of them nearly every game.
INSERT INTO records (universe, game_id, player_id, mu, sigma, rating, played, won, drawn, lost, top_burst, level, held_since_ms,
        seniority, last_match_at_ms, turns, thinking_ms)
    SELECT 'public', game_id, player_id, mu, sigma, mu - 3 * sigma, 9, 4, 1, 4, 4 * pg_temp.share(n, 23),
        mu - 3 * sigma + 4 * pg_temp.share(n, 23), pg_temp.at_ms(n % 1000000),
        -pg_temp.at_ms(n % 1000000), pg_temp.at_ms(n % 1000000), 40, 200000
    FROM (
        SELECT n, pg_temp.id('3', 0) AS game_id, pg_temp.id('2', n) AS player_id
            FROM generate_series(0, pg_temp.setting('players') - 1) n
        UNION SELECT n, pg_temp.id('3', 1 + n % (pg_temp.setting('games') - 1)), pg_temp.id('2', n)
            FROM generate_series(0, pg_temp.setting('players') - 1, 2) n
        UNION SELECT n, pg_temp.id('3', n), pg_temp.id('2', 0) FROM generate_series(2, pg_temp.setting('games') - 1) n
    ) played, LATERAL (SELECT 15 + 20 * pg_temp.share(n, 21) AS mu, 1 + 7 * pg_temp.share(n, 22) AS sigma) skill;

INSERT INTO matches (match_id, universe, game_id, rated, chaos, started_at_ms, ended_at_ms, applied_at_ms)
    SELECT pg_temp.id('1', n), pg_temp.universe(n), pg_temp.game(n), true, NULL, pg_temp.at_ms(n), pg_temp.at_ms(n), pg_temp.at_ms(n)
    FROM generate_series(1, pg_temp.setting('matches')) n;
INSERT INTO inbox (event_id, heard_at_ms) SELECT pg_temp.id('5', n), pg_temp.at_ms(n) FROM generate_series(1, pg_temp.setting('matches')) n;
INSERT INTO seats (match_id, position, seat, player_id, kind, outcome, team, turns, thinking_ms, mu_before, sigma_before,
        mu_after, sigma_after)
    SELECT pg_temp.id('1', n), slot, 'black', pg_temp.seated(n, slot), 'person', 'win', slot, 10, 1000, 25, 8, 26, 7
    FROM generate_series(1, pg_temp.setting('matches')) n, LATERAL generate_series(0, 1 + 0 * n) slot;
INSERT INTO history (universe, game_id, player_id, ended_at_ms, match_id, mu, sigma)
    SELECT pg_temp.universe(n), pg_temp.game(n), pg_temp.seated(n, slot), pg_temp.at_ms(n), pg_temp.id('1', n), 25, 8
    FROM generate_series(1, pg_temp.setting('matches')) n, LATERAL generate_series(0, 1 + 0 * n) slot ON CONFLICT DO NOTHING;
INSERT INTO figures (universe, game_id, player_id, name, sum, least, most)
    SELECT 'public', pg_temp.id('3', n % 10), pg_temp.id('2', n), name, 1, 1, 1
    FROM generate_series(0, pg_temp.setting('players') / 2) n, unnest(ARRAY['captured', 'lost']) name;
INSERT INTO meetings (universe, game_id, first_id, second_id, ended_at_ms, match_id, won, drawn, expected_win, expected_draw)
    SELECT pg_temp.universe(n), pg_temp.game(n), least(one, other), greatest(one, other), pg_temp.at_ms(n), pg_temp.id('1', n),
        1, 0, 0.5, 0.1
    FROM generate_series(1, pg_temp.setting('matches')) n,
        LATERAL (SELECT pg_temp.seated(n, 0) AS one, pg_temp.seated(n, 1) AS other) two WHERE one <> other;
INSERT INTO pairs (universe, player_id, other_id, game_id, together, favors, last_match_at_ms, win_boost, kick_back, draw_boost,
        preference)
    SELECT universe, one, other, game_id, count(*), avg(pg_temp.share(at, 31)) - 0.5, max(at), 0, 0, 0, avg(pg_temp.share(at, 32))
    FROM (
        SELECT universe, game_id, first_id AS one, second_id AS other, ended_at_ms AS at FROM meetings
        UNION ALL SELECT universe, game_id, second_id, first_id, ended_at_ms FROM meetings
    ) both_sides GROUP BY 1, 2, 3, 4;
-- Whoever has an opponent in a game has a record in it.
INSERT INTO records (universe, game_id, player_id, mu, sigma, rating, played, won, drawn, lost, top_burst, level, held_since_ms,
        seniority, last_match_at_ms, turns, thinking_ms)
    SELECT DISTINCT ON (universe, game_id, player_id) universe, game_id, player_id, 25, 2, 19, 9, 4, 1, 4, preference, 19 + preference, last_match_at_ms,
        -last_match_at_ms, last_match_at_ms, 40, 200000
    FROM pairs ON CONFLICT DO NOTHING;

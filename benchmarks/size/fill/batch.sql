INSERT INTO tournaments (id, mark, made_by_id, made_by_name, request_id, universe, name, status, settings, rated, top_player_id,
        games_total, games_played, next_game, last_cut_at_ms, ms_per_game, created_at_ms, ended_at_ms)
    SELECT pg_temp.id('1', n), n, pg_temp.player(n, 71), 'Name', md5(n::text), pg_temp.universe(n), 'Cup ' || n,
        CASE WHEN n % 500 = 0 THEN 'running' WHEN n % 501 = 0 THEN 'paused' ELSE 'ended' END,
        '{"format": "round-robin", "games_each": 10000, "seed": "00000000000000000000000000000000", "rounds": 1, "sprt": null}'::json,
        true, CASE WHEN n % 100 = 0 THEN pg_temp.id('2', 0) END, 5000, 5000, 5000, n, 1, pg_temp.at_ms(n), NULL
    FROM generate_series(1, pg_temp.setting('tournaments')) n;
INSERT INTO games (tournament_id, position, game_id, name, digest, rules_version, rule_set, seats)
    SELECT pg_temp.id('1', n), p, pg_temp.game(n + p), 'Connect4', repeat('d', 64), 2, current_setting('size.rule_set'),
        '[["black", 0], ["white", 1]]'::json
    FROM generate_series(1, pg_temp.setting('tournaments')) n, LATERAL generate_series(0, 1 + 0 * n) p;
INSERT INTO players (tournament_id, position, player_id, name)
    SELECT pg_temp.id('1', n), p, pg_temp.player(n, 72 + p), 'Bot ' || p
    FROM generate_series(1, pg_temp.setting('tournaments')) n, LATERAL generate_series(0, 3 + 0 * n) p;
INSERT INTO rounds (tournament_id, number, first_game, first_set, "end")
    SELECT pg_temp.id('1', n), 0, 0, 0, 5000 + n % 2 FROM generate_series(1, pg_temp.setting('tournaments')) n;
INSERT INTO blocks (id, tournament_id, round, first_game, n_games, is_done, is_live, handed_at_ms, taken_by, leased_until_ms,
        done_at_ms, counts, sets, rated_position)
    SELECT pg_temp.id('2', 50 * n + k), pg_temp.id('1', n), 0, 100 * k, 100, is_done, false, 0, '', 0,
        CASE WHEN is_done THEN pg_temp.at_ms(n) + k END, CASE WHEN is_done THEN current_setting('size.counts') END, NULL, CASE WHEN is_done THEN 50 * n + k END
    FROM generate_series(1, pg_temp.setting('tournaments')) n, LATERAL generate_series(0, 49 + 0 * n) k,
        LATERAL (SELECT n % 500 <> 0 OR k < 48 AS is_done) state;
INSERT INTO played (block_id, games) SELECT id, decode(current_setting('size.played'), 'hex') FROM blocks WHERE is_done;
INSERT INTO rated_blocks (id, positions) VALUES (1, 50 * (1 + pg_temp.setting('tournaments'))) ON CONFLICT DO NOTHING;

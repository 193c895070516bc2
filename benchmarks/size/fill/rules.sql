INSERT INTO games (id, family, name, unique_name, unique_digest, digest, rule_set, seats, creator_id, request_id, created_at_ms,
        listed, hidden, position, features, indexed, turns, origin_id)
    SELECT pg_temp.id('3', n), 'variations', 'Game ' || md5(n::text), 'game ' || md5(n::text), repeat(md5(n::text), 2),
        repeat(md5(n::text), 2), current_setting('size.rule_set'), 'black white', pg_temp.id('2', n / 5), md5(n::text), pg_temp.at_ms(n),
        true, n % 100 = 99, 1000000, 'gravity', 4, 5 + n % 200, ''
    FROM generate_series(0, pg_temp.setting('saved_games') - 1) n;
INSERT INTO terms (term, game_id)
    SELECT DISTINCT term, pg_temp.id('3', n) FROM generate_series(0, pg_temp.setting('saved_games') - 1) n,
        unnest(ARRAY['f:variations', 's:2', 'x:gravity', 'w:game', 'w:board', 'w:word' || n % 2000, 'n:gam', 'n:ame',
            'n:' || substr(md5(n::text), 1, 3), 'n:' || substr(md5(n::text), 2, 3), 'c:' || pg_temp.id('2', n / 5)]) term;
INSERT INTO creators (player_id, games, unlimited)
    SELECT pg_temp.id('2', n), 1, false FROM generate_series(0, pg_temp.setting('players') - 1, 10) n;
INSERT INTO drafts (id, player_id, request_id, family, name, game_id, created_at_ms, changed_at_ms, version, rule_set, editing, link)
    SELECT pg_temp.id('5', n), pg_temp.id('2', n / 3), md5(n::text), 'variations', 'Draft', '', pg_temp.at_ms(n), pg_temp.at_ms(n), 1,
        current_setting('size.rule_set'), '{}', CASE WHEN n % 10 = 0 THEN md5(n::text) END
    FROM generate_series(0, pg_temp.setting('players') / 5) n;
INSERT INTO changes (id, at_ms, admin_id, subject_id, field, before, after)
    SELECT pg_temp.id('6', n), pg_temp.at_ms(n), pg_temp.id('2', 0), pg_temp.id('3', n), 'hidden', 'no', 'yes'
    FROM generate_series(1, pg_temp.setting('saved_games') / 10) n;
INSERT INTO outbox (id, subject, payload, traceparent, created_at_ms)
    SELECT pg_temp.id('9', n), 'redscience.rules.saved', decode(repeat('ab', 100), 'hex'), '', pg_temp.at_ms(n)
    FROM generate_series(1, pg_temp.setting('saved_games')) n;

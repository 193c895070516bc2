INSERT INTO universe (id, name, name_key, created_at_ms)
    SELECT pg_temp.id('4', n), 'Universe ' || n, 'universe ' || n, pg_temp.at_ms(n) FROM generate_series(0, 999) n;
-- Most are people, one of twelve is a persona of somebody in a private universe, one of forty a bot.
INSERT INTO player (id, name, name_key, kind, role, universe, email, created_at_ms, owner_id, suspended_at_ms, avatar, by_invitation)
    SELECT pg_temp.id('2', n), 'Name' || substr(md5(n::text), 1, 12), 'name' || substr(md5(n::text), 1, 12), kind,
        CASE WHEN kind <> 'person' THEN 'persona' WHEN n % 100000 = 0 THEN 'admin' WHEN n % 50 = 0 THEN 'trainer' ELSE 'creator' END,
        CASE kind WHEN 'persona' THEN pg_temp.id('4', n % 1000) ELSE 'public' END,
        CASE kind WHEN 'person' THEN md5(n::text) || '@example.org' END, pg_temp.at_ms(n),
        CASE WHEN kind <> 'person' THEN pg_temp.id('2', n - 1) END, CASE WHEN n % 5000 = 9 THEN pg_temp.at_ms(n) END, NULL, false
    FROM generate_series(0, pg_temp.setting('players') - 1) n,
        LATERAL (SELECT CASE WHEN n % 40 = 39 THEN 'bot' WHEN n % 12 = 11 THEN 'persona' ELSE 'person' END AS kind) kinds;
INSERT INTO session (digest, player_id, created_at_ms, expires_at_ms, id, label, used_at_ms)
    SELECT repeat(md5(n::text), 2), pg_temp.player(n, 51), pg_temp.at_ms(n), pg_temp.at_ms(n) + 1000 * pg_temp.setting('matches') + 86400000,
        pg_temp.id('5', n), 'Firefox', pg_temp.at_ms(n)
    FROM generate_series(1, pg_temp.setting('players')) n;
INSERT INTO ended_session (session_id, ended_at_ms)
    SELECT pg_temp.id('6', n), pg_temp.at_ms(pg_temp.setting('matches')) - n FROM generate_series(1, 20000) n;
INSERT INTO code (challenge, digest, expires_at_ms, tries, link, address)
    SELECT repeat(md5(n::text), 2), repeat(md5(n::text), 2), pg_temp.at_ms(pg_temp.setting('matches')) + 1000 * n, 0,
        repeat(md5(n::text), 2), md5(n::text) || '@example.org'
    FROM generate_series(1, 20000) n;
INSERT INTO allowance (key, taken, ends_at_ms)
    SELECT repeat(md5(n::text), 2), 1, pg_temp.at_ms(pg_temp.setting('matches')) + 1000 * n FROM generate_series(1, 50000) n;
-- The first have hundreds of friends, and more who ask.
INSERT INTO stance (player_id, other_id, stance, since_ms)
    SELECT one, other, CASE WHEN n % 20 = 0 THEN 'banned' ELSE 'friend' END, pg_temp.at_ms(n)
    FROM generate_series(1, pg_temp.setting('players')) n, LATERAL generate_series(0, 1 + 0 * n) side,
        LATERAL (SELECT pg_temp.id('2', floor(pg_temp.setting('players') * power(pg_temp.share(n, 52), 2))::bigint) AS a,
            pg_temp.id('2', floor(pg_temp.setting('players') * power(pg_temp.share(n, 53), 2))::bigint) AS b) two,
        LATERAL (SELECT CASE side WHEN 0 THEN a ELSE b END AS one, CASE side WHEN 0 THEN b ELSE a END AS other) sides
    WHERE a <> b AND (side = 0 OR n % 3 <> 0) ON CONFLICT DO NOTHING;
INSERT INTO audit (id, admin_id, player_id, action, detail, at_ms)
    SELECT pg_temp.id('7', n), pg_temp.id('2', 0), pg_temp.id('2', n), 'suspend', '', pg_temp.at_ms(n)
    FROM generate_series(1, pg_temp.setting('players') / 50) n;
INSERT INTO erasure (position, player_id, name, at_ms)
    SELECT n, pg_temp.id('2', 100 * n), 'Gone-' || n, pg_temp.at_ms(n) FROM generate_series(1, pg_temp.setting('players') / 200) n;

-- Everything is made of its number, so that the same match has the same players in every service. Rows are added in the
-- order of their numbers, as they would come: `0 * n` has what belongs to one number made before the next.
CREATE FUNCTION pg_temp.setting(what text) RETURNS bigint LANGUAGE sql STABLE
    AS $$ SELECT current_setting('size.' || what)::bigint $$;
-- As long as an id, and sorted as they were made.
CREATE FUNCTION pg_temp.id(kind text, n bigint) RETURNS text LANGUAGE sql IMMUTABLE
    AS $$ SELECT '0' || kind || lpad(upper(to_hex(n)), 24, '0') $$;
-- Between 0 and 1, as if by chance.
CREATE FUNCTION pg_temp.share(n bigint, salt bigint) RETURNS float8 LANGUAGE sql IMMUTABLE
    AS $$ SELECT (hashint8extended(n, salt) & 2147483647)::float8 / 2147483648 $$;
-- Of a million players the first sits in a hundredth of the seats, the last in few.
CREATE FUNCTION pg_temp.player(n bigint, salt bigint) RETURNS text LANGUAGE sql STABLE
    AS $$ SELECT pg_temp.id('2', floor(pg_temp.setting('players') * power(pg_temp.share(n, salt), 3))::bigint) $$;
-- The first game is played most, too.
CREATE FUNCTION pg_temp.game(n bigint) RETURNS text LANGUAGE sql STABLE
    AS $$ SELECT pg_temp.id('3', floor(pg_temp.setting('games') * power(pg_temp.share(n, 7), 2))::bigint) $$;
-- The second seat is Random's in four of ten matches.
CREATE FUNCTION pg_temp.seated(n bigint, slot bigint) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN slot = 1 AND pg_temp.share(n, 9) < 0.4 THEN current_setting('size.random') ELSE pg_temp.player(n, slot) END
$$;
CREATE FUNCTION pg_temp.universe(n bigint) RETURNS text LANGUAGE sql STABLE
    AS $$ SELECT CASE WHEN n % 50 = 49 THEN pg_temp.id('4', n / 50 % 1000) ELSE 'public' END $$;
CREATE FUNCTION pg_temp.at_ms(n bigint) RETURNS bigint LANGUAGE sql STABLE
    AS $$ SELECT pg_temp.setting('began_at_ms') + 1000 * n $$;
-- The last of the matches are being played.
CREATE FUNCTION pg_temp.runs(n bigint) RETURNS boolean LANGUAGE sql STABLE
    AS $$ SELECT n > pg_temp.setting('matches') - pg_temp.setting('running') $$;

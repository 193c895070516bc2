# Puts back each database as a night's backup has it, while nothing uses them: bash restore.sh 2026-01-31
# Each is emptied before: what a later release has added would be in the way. A copy that breaks off is never committed.
set -euo pipefail
. /scripts/on_database.sh

night=/backups/${1:?say which night, such as 2026-01-31}
services='rating batch match rules players'
for service in $services; do
  test -s "$night/$service.dump" || { echo "There is no $night/$service.dump; nothing was changed." >&2; exit 1; }
done
exec 9>>/backups/.lock
flock --nonblock 9 || { echo 'Waiting for a backup, or another restore, to end.' >&2; flock 9; }
for service in $services; do
  {
    echo 'BEGIN; DROP SCHEMA public CASCADE; CREATE SCHEMA public;'
    pg_restore --no-owner --file=- "$night/$service.dump"
    echo 'COMMIT;'
  } | on_database $service psql --no-psqlrc --quiet --output=/dev/null --set=ON_ERROR_STOP=1
  echo "$service is as it was"
done

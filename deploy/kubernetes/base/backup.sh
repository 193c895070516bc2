# Copies each database, as it was at one moment, into a folder of this night; fourteen nights are kept: bash backup.sh
# Who refers to others is copied before them: what is missing then is caught up with.
set -eu
umask 077
. /scripts/on_database.sh

# One at a time: each removes what others have not finished.
exec 9>>/backups/.lock
flock --nonblock 9 || { echo 'Waiting for another backup, or a restore, to end.' >&2; flock 9; }
night=/backups/$(date -u +%Y-%m-%d)
rm -rf /backups/*.part
mkdir "$night.part"
for service in rating batch match rules players; do
  on_database $service pg_dump --format=custom --no-owner --file="$night.part/$service.dump"
done
# An earlier one of the same day gives way at once: to remove it takes a while, in which this may be killed.
test ! -e "$night" || mv "$night" "$night.earlier.part"
mv "$night.part" "$night"
rm -rf "$night.earlier.part"
echo "All databases are in $night, $(du -sh "$night" | cut -f1)."
# By their number, not their age: where none was copied for long, or a clock was ahead, the earlier ones stay.
find /backups -mindepth 1 -maxdepth 1 -name '20*' | sort | head --lines=-14 | xargs --no-run-if-empty rm -rf

# Copies each database, as it was at one moment, into a folder of this night; those of fourteen days are kept: bash backup.sh
# Who refers to others is copied before them: what is missing then is caught up with.
set -eu
umask 077
. /scripts/on_database.sh

# One at a time: each removes what others have not finished.
exec 9>>/backups/.lock
flock --nonblock 9 || { echo 'Waiting for another backup, or a restore, to end.' >&2; flock 9; }
day=/backups/$(date -u +%Y-%m-%d)
night=$day
# The first of a day stays: a new machine makes another when it starts, of databases that are still empty.
test ! -e "$day" || night=$day.$(date -u +%H%M%S)
rm -rf /backups/*.part
mkdir "$night.part"
for service in rating batch match rules players; do
  on_database $service pg_dump --format=custom --no-owner --file="$night.part/$service.dump"
done
mv --no-target-directory "$night.part" "$night"
echo "All databases are in $night, $(du -sh "$night" | cut -f1)."
# By their number, not their age: where none was copied for long, or a clock was ahead, the earlier ones stay.
find /backups -mindepth 1 -maxdepth 1 -name '20??-??-??' | sort | head --lines=-14 | while read -r old; do
  rm -rf "$old" "$old".*
done

# Copies each database, as it was at one moment, into a folder of this night; those of fourteen nights are kept: bash backup.sh
# Who refers to others is copied before them: what is missing then is caught up with.
set -eu
umask 077
night=/backups/$(date -u +%Y-%m-%d)
rm -rf /backups/*.part
mkdir "$night.part"
for service in rating match batch players rules; do
  pg_dump --dbname="$(cat /secrets/$service/database-url)" --format=custom --no-owner --file="$night.part/$service.dump"
done
# An earlier one of the same day gives way at once: to remove it takes a while, in which this may be killed.
test ! -e "$night" || mv "$night" "$night.earlier.part"
mv "$night.part" "$night"
rm -rf "$night.earlier.part"
find /backups -mindepth 1 -maxdepth 1 -name '20*' -mtime +14 -exec rm -rf {} +

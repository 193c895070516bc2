# Runs a program on a service's database. The password goes by the environment: arguments are for all on the machine to see.
on_database() {
  local url password=''
  url=$(cat "/secrets/$1/database-url")
  if [[ $url =~ ^([^:]+://[^:@/]*):([^@/]*)@(.*)$ ]]; then
    url=${BASH_REMATCH[1]}@${BASH_REMATCH[3]}
    password=${BASH_REMATCH[2]//\\/\\\\}
    printf -v password %b "${password//%/\\x}"
  fi
  PGPASSWORD=$password "${@:2}" --dbname="$url"
}

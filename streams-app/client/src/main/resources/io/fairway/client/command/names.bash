# Names of domains, accounts, users and policies, from the server in FAIRWAY_SERVER or --server. No answer, no names.
_complete_fairway_names() {
  local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} kind name next=
  local -a server=() typed=()
  if [[ $word == = ]]; then word=; elif [[ $option == = ]]; then option=${COMP_WORDS[COMP_CWORD-2]}; fi
  case $option in
    --domain) kind=domain ;;
    -A | --account) kind=account ;;
    -u | --user) kind=user ;;
    --policy) kind=policy ;;
    *) _complete_fairway "$@"; return ;;
  esac
  # Bash takes an address apart at its colons, so the words are read from the line, but the one that is completed.
  read -ra typed <<< "${COMP_LINE:0:COMP_POINT}"
  for name in "${typed[@]:0:${#typed[@]}-1}"; do
    case $next$name in
      --server=* | --token-file=* | --domain=*) server+=("$next$name"); next= ;;
      --server | --token-file | --domain) next=$name= ;;
      *) next= ;;
    esac
  done
  local list=${word%"${word##*,}"}
  COMPREPLY=()
  while IFS= read -r name; do
    [[ $name == "${word##*,}"* ]] && COMPREPLY+=("$list$(printf %q "$name")")
  done < <(FAIRWAY_NO_BUILD=1 "$1" complete-names "$kind" "${server[@]}" 2> /dev/null)
}
complete -F _complete_fairway_names -o default fairway

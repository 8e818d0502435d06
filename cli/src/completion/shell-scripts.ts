/** For each shell, a script that makes it call `commerce-bridge complete` for completions. */
export const shellScripts = {
  bash: `_commerce_bridge() {
  local IFS=$'\\n'
  COMPREPLY=($("\${COMP_WORDS[0]}" complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
}
complete -o default -F _commerce_bridge commerce-bridge`,

  zsh: `#compdef commerce-bridge
_commerce_bridge() {
  local -a candidates
  candidates=(\${(f)"$("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)"})
  candidates=("\${(@)candidates/$'\\t'/:}")
  _describe 'commerce-bridge' candidates
}
compdef _commerce_bridge commerce-bridge`,

  fish: `function __commerce_bridge_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l program $words[1]
  set -e words[1]
  $program complete -- $words "$current" 2>/dev/null
end
complete -c commerce-bridge -f -a '(__commerce_bridge_complete)'`,
} as const;

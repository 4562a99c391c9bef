// `nightpost completion`: a script for the shell that knows every command and option, made from the commands themselves.
import type { Command } from 'commander'
import { say } from '../terminal/say.ts'

export type Shell = 'bash' | 'zsh' | 'fish'

/** What can follow a command: the commands below it, and its options. */
interface Place {
  /** Empty for `nightpost` alone, otherwise the words after it. */
  readonly path: string
  /** Beside commands, the values that an argument takes. */
  readonly commands: readonly string[]
  readonly options: readonly string[]
  /** What can follow an option. */
  readonly values: readonly (readonly [option: string, values: readonly string[]])[]
}

export function printCompletion(nightpost: Command, shell: Shell): void {
  say(SCRIPTS[shell](placesOf(nightpost, '')))
}

function placesOf(command: Command, path: string): Place[] {
  const help = command.createHelp()
  const below = help.visibleCommands(command).filter((each) => each.name() !== 'help')
  const place = {
    path,
    commands: [
      ...below.map((each) => each.name()),
      ...command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []),
    ],
    options: help.visibleOptions(command).flatMap(({ long }) => long ?? []),
    values: help
      .visibleOptions(command)
      .flatMap(({ long, argChoices }) => (long && argChoices ? [[long, argChoices] as const] : [])),
  }
  return [place, ...below.flatMap((each) => placesOf(each, `${path} ${each.name()}`.trim()))]
}

const wordsOf = ({ commands, options }: Place) => [...commands, ...options].join(' ')
const deeper = (places: readonly Place[]) =>
  places
    .filter(({ path }) => path !== '')
    .map(({ path }) => `"${path}"`)
    .join('|')
const cases = (places: readonly Place[], line: (place: Place) => string) =>
  places.map((place) => `    "${place.path}") ${line(place)} ;;`).join('\n')

/** An option means the same wherever it is. */
const valueCases = (places: readonly Place[], line: (option: string, values: string) => string) =>
  [...new Map(places.flatMap(({ values }) => values))]
    .map(([option, values]) => `    ${line(option, values.join(' '))} ;;`)
    .join('\n')

const fishLines = ({ path, commands, options, values }: Place) => {
  const here = `complete -c nightpost -n 'test (__nightpost_place) = "${path}"'`
  const words = commands.length > 0 ? [`${here} -a '${commands.join(' ')}'`] : []
  const known = new Map(values)
  const lines = options.map((option) => {
    const after = known.get(option)
    return `${here} -l ${option.slice(2)}${after ? ` -x -a '${after.join(' ')}'` : ''}`
  })
  return [...words, ...lines].join('\n')
}

/** Where no known word fits, a file is meant. */
const SCRIPTS: Readonly<Record<Shell, (places: readonly Place[]) => string>> = {
  bash: (places) => `_nightpost() {
  local place= word words=
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${place:+$place }$word" in ${deeper(places)}) place="\${place:+$place }$word" ;; esac
  done
  case "$place" in
${cases(places, (place) => `words="${wordsOf(place)}"`)}
  esac
  case "\${COMP_WORDS[COMP_CWORD-1]}" in
${valueCases(places, (option, values) => `${option}) words="${values}"`)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _nightpost nightpost`,
  zsh: (places) => `#compdef nightpost
_nightpost() {
  local place= word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${place:+$place }$word" in (${deeper(places)}) place="\${place:+$place }$word" ;; esac
  done
  case "$place" in
${cases(places, (place) => `found=(${wordsOf(place)})`).replaceAll('    "', '    ("')}
  esac
  case "\${words[CURRENT-1]}" in
${valueCases(places, (option, values) => `(${option}) found=(${values})`)}
  esac
  compadd -a found || _files
}
compdef _nightpost nightpost`,
  fish: (places) => `function __nightpost_place
  set -l place
  for word in (commandline -opc)[2..-1]
    switch "$place $word"
      case ${places
        .filter(({ path }) => path !== '')
        .map(({ path }) => `'${path.includes(' ') ? path : ` ${path}`}'`)
        .join(' ')}
        set place (string trim -- "$place $word")
    end
  end
  echo "$place"
end
${places.map(fishLines).join('\n')}`,
}

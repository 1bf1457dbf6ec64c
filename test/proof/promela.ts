/**
 * Reads a model in the part of Promela that our models use, so that tests can run the same steps as Spin does:
 *
 * - `#define NAME value` without parameters, and global variables (`byte`, `bool`, arrays) with a number as first value;
 * - processes `active [N] proctype name() { do :: d_step { guard -> effects } ... od }`. Each option is one step. A comment
 *   after it, such as `post(sent)`, is the effect that a trace shows; a step without it is not seen from outside;
 * - expressions with C's operators and `(condition -> a : b)`, assignments, `++`, `--`, `skip` and `assert`.
 *
 * test/proof/main.ts compares the number of reachable states with Spin's.
 */
export type Model = {
  start: State
  steps: Step[]
  /** What the comment of a step says, and the file's line. */
  describe(step: Step): string
  show(state: State): Record<string, number | number[]>
  /** What must hold when nothing more can happen: the assertion after `timeout`. */
  ending: ((state: State) => boolean) | undefined
}

export type State = readonly number[]

type Effect = { process: number; name: string; values: readonly number[] }

export type Step = {
  line: number
  process: number
  /** Undefined if nobody outside sees the step. */
  effect: ((state: State) => Effect) | undefined
  isEnabled(state: State): boolean
  /** Throws AssertionFailed. */
  take(state: State): State
}

export class AssertionFailed extends Error {}

/** Replaces the value of `#define` lines. Throws if the model has no such line, or two. */
export function withDefinitions(text: string, values: Record<string, string | number | boolean>): string {
  return Object.entries(values).reduce((changed, [name, value]) => {
    const line = new RegExp(`^(#define ${name}) +(?:\\S+)`, 'gm')
    if ([...changed.matchAll(line)].length !== 1) throw new Error(`The model has no line "#define ${name}"`)
    return changed.replace(line, `$1 ${value}`)
  }, text)
}

export function readModel(text: string): Model {
  const definitions = definitionsIn(text)
  const expand = (code: string): string => {
    const next = code.replace(/\b[A-Za-z_]\w*\b/g, (name) => definitions.get(name) ?? name)
    return next === code ? code : expand(next)
  }
  const { places, start } = variablesIn(text, expand)
  const steps: Step[] = []
  let processes = 0
  for (const { count, options } of processesIn(text, expand))
    for (let one = 0; one < count; one++, processes++)
      steps.push(...options.map((option) => stepOf(option, processes, places, expand)))
  const lines = text.split('\n')
  const ends = /^ {2}timeout;\n {2}assert\((.*)\)$/m.exec(text)?.[1]
  const holds =
    ends === undefined
      ? undefined
      : new Function('s', `return Boolean(${javascriptOf(expand(ends), places, 0)})`)
  return {
    ending: holds && ((state) => holds(state)),
    start,
    steps,
    describe: ({ line, process }) => {
      const comment = /^ *\/\* (.*) \*\/$/.exec(lines[line - 2] ?? '')?.[1] ?? lines[line - 1]?.trim()
      return `${process}: ${comment}`
    },
    show: (state) =>
      Object.fromEntries(
        [...places].map(([name, { at, size }]) => [
          name,
          size === undefined ? (state[at] ?? 0) : state.slice(at, at + size),
        ]),
      ),
  }
}

function definitionsIn(text: string): Map<string, string> {
  const found = text.matchAll(/^#define (\w+) +(.*?) *(?:\/\*.*)?$/gm)
  return new Map([...found].map(([, name = '', value = '']) => [name, value]))
}

/** `at`: where the variable is in a state. */
type Places = Map<string, { at: number; size: number | undefined }>

function variablesIn(text: string, expand: (code: string) => string): { places: Places; start: number[] } {
  const places: Places = new Map()
  const start: number[] = []
  const found = text.matchAll(/^(?:byte|bool|short) (\w+)(?:\[([^\]]+)\])?(?: = ([^;]+))?;/gm)
  for (const [, name = '', length, value = '0'] of found) {
    const size = length === undefined ? undefined : numberOf(expand(length))
    places.set(name, { at: start.length, size })
    for (let one = 0; one < (size ?? 1); one++) start.push(numberOf(expand(value)))
  }
  return { places, start }
}

const numberOf = (code: string): number =>
  Number(new Function(`return +(${javascriptOf(code, new Map(), 0)})`)())

type Option = { line: number; code: string; effect: string | undefined }

function processesIn(text: string, expand: (code: string) => string): { count: number; options: Option[] }[] {
  const found = text.matchAll(/^active (?:\[(\w+)\] )?proctype \w+\(\) \{\n([\s\S]*?)^\}/gm)
  return [...found].map((match) => {
    const [, count = '1', body = ''] = match
    const before = text.slice(0, match.index).split('\n').length
    const options = body.matchAll(/::\s*d_step \{([^}]*)\}(?: \/\* (\w+\(.*\)) \*\/)?/g)
    return {
      count: numberOf(expand(count)),
      options: [...options].map(({ index, 1: code = '', 2: effect }) => ({
        line: before + 1 + body.slice(0, index).split('\n').length - 1,
        code,
        effect,
      })),
    }
  })
}

function stepOf(
  { line, code, effect }: Option,
  process: number,
  places: Places,
  expand: (code: string) => string,
): Step {
  const javascript = (part: string) => javascriptOf(part, places, process)
  const [guard = '', effects = ''] = splitGuard(expand(code.replaceAll(/\s+/g, ' ')))
  const statements = effects.split(';').map((one) => statementOf(one.trim(), javascript))
  const isEnabled = new Function('s', `return Boolean(${javascript(guard)})`)
  const change = new Function('s', 'fail', statements.join('\n'))
  const [, name = '', list = ''] = /^(\w+)\((.*)\)$/.exec(effect ?? '') ?? []
  const values = new Function('s', `return [${javascript(expand(list))}].map(Number)`)
  return {
    line,
    process,
    effect: effect === undefined ? undefined : (state) => ({ process, name, values: values(state) }),
    isEnabled: (state) => isEnabled(state),
    take(state) {
      const next = [...state]
      change(next, (what: string) => {
        throw new AssertionFailed(what)
      })
      return next
    },
  }
}

/** The guard ends at the first arrow outside of parentheses. */
function splitGuard(code: string): [string, string] {
  let depth = 0
  for (let at = 0; at < code.length; at++) {
    if (code[at] === '(') depth++
    if (code[at] === ')') depth--
    if (depth === 0 && code.startsWith('->', at)) return [code.slice(0, at), code.slice(at + 2)]
  }
  return [code, 'skip']
}

function statementOf(statement: string, javascript: (code: string) => string): string {
  if (statement === 'skip' || statement === '') return ''
  const asserted = /^assert\((.*)\)$/.exec(statement)?.[1]
  if (asserted !== undefined) return `if (!(${javascript(asserted)})) fail(${JSON.stringify(asserted)})`
  const counted = /^(.*)(\+\+|--)$/.exec(statement)
  if (counted !== null) return `${javascript(counted[1] ?? '')}${counted[2]}`
  const [, variable = '', value = ''] = /^([^=]+?) = (.*)$/.exec(statement) ?? []
  if (variable === '') throw new Error(`Not a statement of our models: ${statement}`)
  return `${javascript(variable)} = Number(${javascript(value)})`
}

function javascriptOf(code: string, places: Places, process: number): string {
  return code
    .replaceAll('->', '?')
    .replace(/\b([A-Za-z_]\w*)\b(\[?)/g, (_all, name: string, bracket: string) => {
      if (name === '_pid') return String(process)
      if (name === 'true' || name === 'false') return `${name}`
      const place = places.get(name)
      if (place === undefined) throw new Error(`Unknown name in a model: ${name}`)
      return bracket === '[' ? `s[${place.at} + ` : `s[${place.at}]`
    })
}

import { parseJson } from '@overheard/base/json'
import type { AttackWorld, SubjectName } from '../tools/attack-world.ts'
import type { Line, Person } from './attack-kit.ts'

/**
 * What a press or a form carries besides what Slack says about it: the value of the control (`value`), what Slack keeps with a form
 * (`metadata`), and each answer of a form (`answers.NAME`). A forger can change all of it.
 */
export type Carried = ReadonlyMap<string, string>

/** A field of what is carried: a part, and where the field is in it. The path is empty if the part has one field. */
type Field = { part: string; path: (string | number)[] }

/** Returns another text for a part. */
type Change = (part: string, text: string) => string

type Control = { value?: string; options?: { value: string }[] }

/** Commands, events and shortcuts carry only what Slack or the person says. */
export const carriesValues = ({ id }: Line) => /^(?:action|view) /.test(id)

/** Returns what an attack on a subject carries. Sends nothing. */
export async function carriedBy(
  world: AttackWorld,
  line: Line,
  by: Person,
  subject: SubjectName,
): Promise<Carried> {
  const carried = new Map<string, string>()
  const note: Change = (part, text) => {
    carried.set(part, text)
    return text
  }
  await line.attack(intercepted(world, note, false), by, { name: subject, there: true })
  return carried
}

/** Makes the attack of a line in a channel of everybody, with what is forged. */
export const attackWith = (world: AttackWorld, line: Line, by: Person, forged: Carried) =>
  line.attack(
    intercepted(world, (part, text) => forged.get(part) ?? text, true),
    by,
    { name: 'own', there: true },
  )

function intercepted(world: AttackWorld, change: Change, sends: boolean): AttackWorld {
  const changed = (control: object, choice?: string): [object, string?] => {
    const { value, options } = control as Control
    const other = (text: string) => change('value', text)
    return [
      {
        ...control,
        ...(value !== undefined && { value: other(value) }),
        ...(options && { options: options.map((one) => ({ ...one, value: other(one.value) })) }),
      },
      ...(choice === undefined ? ([] as const) : ([other(choice)] as const)),
    ]
  }
  const answer = (name: string, given: string | string[]) =>
    typeof given === 'string'
      ? change(`answers.${name}`, given)
      : given.map((one) => change(`answers.${name}`, one))
  return {
    ...world,
    take: (subject, kind) => world.take(subject, kind, true),
    press: async (user, target, ...pressed) => {
      const other = changed(...pressed)
      if (sends) await world.press(user, target, ...other)
    },
    pressCopy: async (user, channel, ...pressed) => {
      const other = changed(...pressed)
      if (sends) await world.pressCopy(user, channel, ...other)
    },
    pressAnswer: async (user, channel, control) => {
      const [other] = changed(control)
      if (sends) await world.pressAnswer(user, channel, other)
    },
    pressAtHome: async (user, ...pressed) => {
      const other = changed(...pressed)
      if (sends) await world.pressAtHome(user, ...other)
    },
    openCopy: async (user, { callback, metadata, blocks }) => {
      const form = {
        callback,
        metadata: metadata === '' ? '' : change('metadata', metadata),
        blocks: blocks.map((block) => withAnswers(block, answer)),
      }
      return sends ? world.openCopy(user, form) : ''
    },
    submit: async (user, view, answers) => {
      const filled = Object.entries(answers).map(
        ([block, inputs]) =>
          [
            block,
            Object.fromEntries(Object.entries(inputs).map(([name, given]) => [name, answer(name, given)])),
          ] as const,
      )
      return sends ? world.submit(user, view, Object.fromEntries(filled)) : (undefined as never)
    },
    pressInView: async (user, view, control) => {
      const [other] = changed(control)
      return sends ? world.pressInView(user, view, other) : (undefined as never)
    },
  }
}

/** Changes what a form shows as an answer already, and the values of the choices. */
function withAnswers(block: object, answer: (name: string, given: string) => string | string[]): object {
  const { element } = block as { element?: Control & { action_id: string; initial_value?: string } }
  if (element === undefined) return block
  const { action_id: name, initial_value: shown, options } = element
  return {
    ...block,
    element: {
      ...element,
      ...(shown !== undefined && { initial_value: answer(name, shown) }),
      ...(options && { options: options.map((one) => ({ ...one, value: answer(name, one.value) })) }),
    },
  }
}

/** A text as its fields, and how the changed fields become a text again. */
type Decoded = { fields: unknown; text(fields: unknown): string }

function decode(text: string): Decoded {
  const read = parseJson(text)
  if (typeof read === 'object' && read !== null) return { fields: read, text: (one) => JSON.stringify(one) }
  const [, word, rest] = /^([a-z-]+):(.+)$/s.exec(text) ?? []
  if (word !== undefined) return { fields: [word, rest], text: (one) => (one as unknown[]).join(':') }
  return { fields: text, text: (one) => String(one ?? '') }
}

function* pathsIn(fields: unknown, path: Field['path'] = []): Generator<Field['path']> {
  if (typeof fields !== 'object' || fields === null) return yield path
  const entries = Array.isArray(fields) ? [...fields.entries()] : Object.entries(fields)
  for (const [key, inner] of entries) yield* pathsIn(inner, [...path, key])
}

/** Returns the names of the fields of a text. Elements of lists have no number if the lists are in an object, because they can be many. */
export function shapeOf(text: string): string {
  const names = [...pathsIn(decode(text).fields)].map((path) =>
    path.map((key, at) => (at > 0 && typeof key === 'number' ? '#' : key)).join('.'),
  )
  return [...new Set(names)].toSorted().join(' ')
}

const isMissing = Symbol('missing')

function put(fields: unknown, [key, ...rest]: Field['path'], value: unknown): unknown {
  if (key === undefined) return value === isMissing ? '' : value
  const copy = (Array.isArray(fields) ? [...fields] : { ...(fields as object) }) as Record<string, unknown>
  if (rest.length > 0) copy[key] = put(copy[key], rest, value)
  else if (value !== isMissing) copy[key] = value
  else if (Array.isArray(copy)) copy.splice(Number(key), 1)
  else delete copy[key]
  return copy
}

function withField(carried: Carried, { part, path }: Field, value: unknown): Carried {
  const { fields, text } = decode(carried.get(part) ?? '')
  return new Map(carried).set(part, text(put(fields, path, value)))
}

/** `isNonsense` is true if a field is nonsense or missing. */
export type Forgery = { what: string; carried: Carried; isNonsense: boolean }

/** Returns what is carried about one subject with each of its fields replaced: by that of each other subject, by nonsense, and by nothing. */
export function forgeriesOf(bySubject: Partial<Record<SubjectName, Carried>>): Forgery[] {
  const all = Object.entries(bySubject)
  const found = all.flatMap(([subject, carried]) => {
    const others = all.filter(([other]) => other !== subject)
    const fields = [...carried].flatMap(([part, text]) =>
      [...pathsIn(decode(text).fields)].map((path): Field => ({ part, path })),
    )
    const forged = fields.flatMap((field) => {
      const values: (readonly [string, unknown])[] = [
        ...others.map(([other, one]) => [other, fieldOf(one, field)] as const),
        ['nonsense', 'nonsense'],
        ['nobody', isMissing],
      ]
      return values
        .filter(([, value]) => value !== undefined && value !== fieldOf(carried, field))
        .map(([of, value]) => ({
          what: `${subject} with ${[field.part, ...field.path].join('.')} of ${of}`,
          carried: withField(carried, field, value),
          isNonsense: of === 'nonsense' || of === 'nobody',
        }))
    })
    return subject === 'own' ? forged : [...forged, { what: subject, carried, isNonsense: false }]
  })
  // The attacks are made about `own`, so what is carried about it is not forged.
  const honest = textOf(bySubject.own ?? new Map())
  return [...new Map(found.map((one) => [textOf(one.carried), one])).values()].filter(
    ({ carried }) => textOf(carried) !== honest,
  )
}

const textOf = (carried: Carried) => JSON.stringify([...carried])

const fieldOf = (carried: Carried, { part, path }: Field): unknown =>
  path.reduce(
    (inner: unknown, key) => (inner as Record<string, unknown> | undefined)?.[key],
    decode(carried.get(part) ?? '').fields,
  )

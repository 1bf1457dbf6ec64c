// Sentences as ICU messages: one file a language and a room or feature, such as `texts.en.ts`. English is the source. The types of the arguments
// are read from the English text, so an argument that is missing or misspelt is a type error. Arguments are values and never read as ICU. What
// Slack must not read as markup is escaped where a text meets Slack (`text.ts`), not here.

import { IntlMessageFormat } from 'intl-messageformat'
import { addLanguage, languageNow, languageOf, speakIn } from './locale.ts'
import { grouping } from './numbers.ts'

/** Words that depend on the language of the sentence around them, such as a list. */
export type Spoken = (language: string) => string

/** What an argument without a kind takes. */
type Words = string | Spoken

/** `say.key({ name })` returns a text. If an argument is an object, such as a moment, it returns the parts of the sentence. */
type Say<Texts> = { readonly [Key in keyof Texts]: Sentence<ArgumentsOf<Texts[Key]>> }

type Sentence<Arguments> = keyof Arguments extends never
  ? () => string
  : {
      (values: Arguments): string
      <Part extends object>(values: WithParts<Arguments, Part>): (string | Part)[]
    }

type WithParts<Arguments, Part> = {
  [Name in keyof Arguments]: Words extends Arguments[Name] ? Arguments[Name] | Part : Arguments[Name]
}

/**
 * The arguments of an ICU message: `{name}` takes words, `{n, number}`, `{n, plural, …}` and `{n, selectordinal, …}` a number, and `{x, select, …}`
 * one of its keys; with the key `other` any string.
 */
export type ArgumentsOf<Text> = Text extends string ? Combined<Found<Text>> : never

type Combined<One extends [string, unknown]> = { [Name in One[0]]: Extract<One, [Name, unknown]>[1] }

/**
 * A text is read from brace to brace. `Around` has what is around the place, innermost first: `{ select }` within the options of a select, `plural`
 * within those of a plural, `text` within one option.
 */
type Found<
  Text extends string,
  Around extends unknown[] = ['text'],
  So = never,
> = Text extends `${infer Before}{${infer After}`
  ? Before extends `${string}}${string}`
    ? Text extends `${string}}${infer Rest}`
      ? Found<Rest, Outer<Around>, So>
      : never
    : Around[0] extends 'text'
      ? Before extends `${string}'`
        ? Before extends `${string}''`
          ? InArgument<After, Around, So>
          : After extends `${string}'${infer Rest}`
            ? Found<Rest, Around, So>
            : never
        : InArgument<After, Around, So>
      : Found<After, ['text', ...Around], So | Choice<Around[0], Trim<Before>>>
  : So

type InArgument<
  After extends string,
  Around extends unknown[],
  So,
> = After extends `${infer Head}}${infer Rest}`
  ? Head extends `${infer Name},${infer Kind},${string}{${string}`
    ? After extends `${string},${string},${infer Options}`
      ? Trim<Kind> extends 'select'
        ? Found<Options, [{ select: Trim<Name> }, ...Around], So>
        : Trim<Kind> extends 'plural' | 'selectordinal'
          ? Found<Options, ['plural', ...Around], So | [Trim<Name>, number]>
          : Wrong<Kind>
      : never
    : Head extends `${infer Name},${infer Kind}`
      ? Trim<Kind> extends 'number'
        ? Found<Rest, Around, So | [Trim<Name>, number]>
        : Wrong<Kind>
      : Found<Rest, Around, So | [Trim<Head>, Words]>
  : Wrong<After>

/** An argument that nobody can give. */
type Wrong<Kind extends string> = [`this kind of argument is not known: ${Kind}`, never]

type Choice<Options, Key extends string> = Options extends { select: infer Name }
  ? [Name, Key extends 'other' ? string : Key]
  : never

type Outer<Around extends unknown[]> = Around extends [unknown, ...infer Rest] ? Rest : never

type Trim<Text extends string> = Text extends ` ${infer Rest}` | `${infer Rest} ` | `\n${infer Rest}`
  ? Trim<Rest>
  : Text

type Values = Record<string, string | number | Spoken | object>

/** The sentences of a folder: English, and what loads those of another language. */
type Folder = { en: Texts; load: LoadTexts; loaded: Map<string, Texts> }

type Texts = Readonly<Record<string, string>>

/** Returns a module with the texts of a language under its name. Rejects if the folder has none. */
type LoadTexts = (language: string) => Promise<Record<string, Texts>>

const folders: Folder[] = []
const prepared = new Map<string, Promise<unknown>>()

/**
 * Returns what says these texts in the language of now (`locale.ts`). A key that the language does not have is said in English. A message is
 * compiled when it is first said, because most sentences are never said by a process; and other languages are loaded by `prepareLanguage`,
 * because most processes speak one. A file calls it with (language) => import(`./texts.${language}.ts`).
 */
export function messages<const English extends Texts>(
  en: English,
  load: LoadTexts = async () => ({}),
): Say<English> {
  const loaded = new Map<string, Texts>()
  const folder = { en, load, loaded }
  folders.push(folder)
  for (const language of prepared.keys()) void loadTexts(folder, language)
  const say = Object.entries(en).map(([key, english]) => [
    key,
    sentence(english, (language) => loaded.get(language)?.[key]),
  ])
  return Object.fromEntries(say)
}

/** Loads the sentences for readers of a language (a BCP 47 tag). Until then, they are said in English. Never rejects. */
export async function prepareLanguage(tag: string | undefined): Promise<void> {
  const language = languageOf(tag)
  if (language === 'en') return
  const all = prepared.get(language) ?? Promise.all(folders.map((folder) => loadTexts(folder, language)))
  prepared.set(language, all)
  await all
}

/** A folder without a file of the language speaks English. */
async function loadTexts({ load, loaded }: Folder, language: string): Promise<void> {
  const module = await load(language).catch(() => undefined)
  const texts = module?.[language]
  if (texts !== undefined) loaded.set(language, texts)
}

/**
 * Says sentences in English for good: the log, the status page and the store have them. `retold` says them in the language of now to people in
 * Slack, as far as this process has said them.
 */
export function inEnglish<Sentences extends object>(say: Sentences): Sentences {
  const english = Object.entries(say).map(([key, sentence]) => [
    key,
    (values?: Values) => {
      const said = speakIn('en', () => sentence(values))
      if (typeof said === 'string') remember(said, () => sentence(values))
      return said
    },
  ])
  return Object.fromEntries(english)
}

export const retold = (english: string): string => saidInEnglish.get(english)?.() ?? english

const saidInEnglish = new Map<string, () => string>()
const mostRemembered = 500

function remember(english: string, again: () => string): void {
  saidInEnglish.delete(english)
  saidInEnglish.set(english, again)
  const [oldest] = saidInEnglish.keys()
  if (saidInEnglish.size > mostRemembered && oldest !== undefined) saidInEnglish.delete(oldest)
}

/** Makes a language of the English sentences, for tests. */
export function inventLanguage(tag: string, write: (english: string) => string): void {
  addLanguage(tag)
  for (const { en, loaded } of folders)
    loaded.set(tag, Object.fromEntries(Object.entries(en).map(([key, text]) => [key, write(text)])))
}

/** Returns “Kim, Ada and Lee”; if it is narrow, “Kim, Ada, Lee”. */
export const list =
  (words: string[], style: 'long' | 'narrow' = 'long'): Spoken =>
  (language) =>
    listFormat(language, style).format(words)

const listFormats = new Map<string, Intl.ListFormat>()

function listFormat(language: string, style: 'long' | 'narrow'): Intl.ListFormat {
  const key = `${language} ${style}`
  const known = listFormats.get(key) ?? new Intl.ListFormat(listLocales[language] ?? language, { style })
  listFormats.set(key, known)
  return known
}

/** English of the world writes no comma before “and”. */
const listLocales: Record<string, string> = { en: 'en-GB' }

type Compiled = ReturnType<typeof compile>

function sentence(
  english: string,
  inLanguage: (language: string) => string | undefined,
): (values?: Values) => string | unknown[] {
  let compiled: Record<string, Compiled> | undefined
  function compiledIn(wanted: string): Compiled {
    const own = inLanguage(wanted)
    const language = own === undefined ? 'en' : wanted
    compiled ??= {}
    compiled[language] ??= compile(own ?? english, language)
    return compiled[language]
  }
  return (values = {}) => {
    const { message, names, plain, language } = compiledIn(languageNow())
    // A caller may pass an object that has more than the sentence needs.
    const said = names.map((name) => {
      const value = values[name]
      return typeof value === 'function' ? value(language) : value
    })
    const hasParts = said.some((value) => typeof value === 'object')
    if (plain !== undefined && !hasParts)
      return plain.map((one) => (typeof one === 'number' ? said[one] : one)).join('')
    const named = Object.fromEntries(names.map((name, place) => [name, said[place]]))
    const parts = message.formatToParts(named).map(({ value }) => value)
    return hasParts ? parts : parts.join('')
  }
}

function compile(text: string, language: string) {
  const formatters = formattersOf(language)
  const message = new IntlMessageFormat(text, language, undefined, { ...options, formatters })
  const elements = message.getAst()
  const names = [...new Set(namesIn(elements))]
  return { message, names, plain: plainOf(elements, names), language }
}

/**
 * Returns the texts of a message between its arguments, and the places of the arguments in `names`; undefined if the form of the message depends
 * on an argument. Most messages are so plain, and joining them takes a tenth of the time that formatting takes.
 */
function plainOf(elements: Elements, names: string[]): (string | number)[] | undefined {
  const plain: (string | number)[] = []
  for (const one of elements) {
    if (one.type === literal) plain.push(one.value)
    else if (one.type === argument) plain.push(names.indexOf(one.value))
    else return undefined
  }
  return plain
}

type Elements = ReturnType<IntlMessageFormat['getAst']>

/** The arguments of a message, also those within the options of others. */
function namesIn(elements: Elements): string[] {
  return elements.flatMap((one) => {
    if (one.type === literal || !('value' in one)) return []
    const inside = 'options' in one ? Object.values(one.options).flatMap(({ value }) => namesIn(value)) : []
    return [one.value, ...inside]
  })
}

/** The types of elements that are text, or an argument without a kind, as the parser numbers them. */
const literal = 0
const argument = 1

/** `<` begins no tag, because Slack's own markup does; and a select need not have `other`, because the compiler knows all its values. */
const options = { ignoreTag: true, requiresOtherClause: false, shouldParseSkeletons: false }

const rules = new Map<string, Intl.PluralRules>()

/** Plurals follow the language of the sentence, and digits the locale of the configuration, as everywhere else. */
function formattersOf(language: string) {
  return {
    getNumberFormat: () => grouping(),
    getPluralRules(_: unknown, { type = 'cardinal' }: Intl.PluralRulesOptions = {}) {
      const known = rules.get(`${language} ${type}`) ?? new Intl.PluralRules(language, { type })
      rules.set(`${language} ${type}`, known)
      return known
    },
    getDateTimeFormat: () => dates,
  }
}

/** No message formats dates itself: a moment is a part of a sentence, which Slack shows in the reader's zone (`dates.ts`). */
const dates = new Intl.DateTimeFormat('en')

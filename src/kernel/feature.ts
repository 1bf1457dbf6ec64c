import type { Time } from '@overheard/base/time'
import type { Id } from '@overheard/mention-client/id'
import type { DateRange } from '@overheard/mention-client/insight'
import type { Mention } from '@overheard/mention-client/mention'
import { z } from 'zod'
import type { OpenLists } from '../cards/open-lists.ts'
import type { Deadlines } from '../cards/open-mentions.ts'
import type { AddedRule } from '../engine/index.ts'
import type { ProblemListener } from '../health/problems.ts'
import type { ListenerAdditions } from '../listeners/additions.ts'
import type { SpikeCardAddition } from '../messages/anomalies/spike.ts'
import type { DigestSection } from '../messages/digest-section.ts'
import type { Sentence } from '../messages/kit/dates.ts'
import type { DamageText } from '../messages/problems/damage-texts.ts'
import type { AbsenceOf } from '../model/absence.ts'
import type { PostedCard } from '../model/card.ts'
import type { Change } from '../model/change.ts'
import type { CollectionKind, MessageKey, Records } from '../model/collection.ts'
import type { CountedCorrection } from '../model/correction.ts'
import type { Check } from '../model/finding.ts'
import type { Reminder } from '../model/reminder.ts'
import type { Filter, Subscription } from '../model/subscription.ts'
import type { PeopleToCall } from '../reminders/people-to-call.ts'
import { type AnyReminderKind, type ReminderKind, reminderKind } from '../reminders/reminder-kind.ts'
import type { Users } from '../slack/users.ts'
import { type AnyChangeKind, type ChangeKind, changeKind } from '../subscriptions/change-kind.ts'
import type { Pauses } from '../subscriptions/pauses.ts'
import type { FeatureCommand, ReplayRule } from './command.ts'
import type { Hooks } from './facts.ts'
import type { Rooms } from './rooms.ts'
import type { Variables } from './secret-files.ts'

type Shape = Readonly<Record<string, z.ZodType>>

type Values<Keys extends Shape> = z.output<z.ZodObject<Keys>>

/** Kinds of stored records of a feature: their schemas, by kind. */
type Schemas<Kinds> = { [Kind in keyof Kinds]: z.ZodType<Kinds[Kind]> }

/**
 * One process runs a job, also whenever it begins to lead, because it may have missed some times. So `run` stores what it must not do twice.
 * Without `after`, it runs at the times of `cron` (in UTC if there is no `timezone`; with seconds first if it has six fields). With `after`, it
 * runs when these records change (`records NAME`, `messages NAME`), at the time (UTC, ms) with which `run` resolves, and once a minute.
 */
export type Job =
  | { name: string; cron: string; timezone?: string; run: () => Promise<void> }
  | { name: string; after: string[]; run: () => Promise<Time | undefined> }

/** What a running feature adds. Each place of the bot that takes additions reads its field. An absent field adds nothing. */
export type Additions = ListenerAdditions & {
  /** Hears what happened, and stores what follows from it. */
  hooks?: Partial<Hooks>
  /** Hears of problems that begin and end. Nobody waits for it. */
  problems?: ProblemListener
  /** The lists of open mentions, for those who change a mention in one. */
  openLists?: OpenLists
  /** Lets people end pauses. Without it, stored pauses do not count. */
  pauses?: Pauses
  /** Why a person is passed over now. The first feature with a reason decides. */
  absenceOf?: AbsenceOf
  /** Adds to the card of a spike, when it is drawn. Rejects if the store fails. */
  spikeCard?(place: MessageKey): Promise<SpikeCardAddition | undefined>
  /** Who is called about urgent mentions. */
  calls?: PeopleToCall
  /** Returns the sentiments that people corrected, for the polls of an alert. Rejects if the store fails. */
  corrections?(alert: Id): Promise<CountedCorrection[]>
  /** By how much more alike two mentions of an alert must be than usual, to be one story; less if it is negative. Asked for each mention. */
  storyCaution?(alert: Id): number
  /** Returns sentences of `/mentions why` about what a subscription did with a mention of an alert. */
  explains?(alert: Id, mention: Id, subscription: string): Promise<string[]>
  /**
   * Decides on the mentions of a subscription that no filter or mute skips. With `inPoll`, the decision is carried out. Otherwise somebody only
   * asks what it would be.
   */
  rule?(subscription: Subscription, inPoll: boolean): AddedRule | undefined
  /** Until when an open mention of a card should be claimed and done; undefined if it is no matter of the feature. */
  deadlinesOf?(card: PostedCard, mention: Mention): Deadlines | undefined
  /** Returns a line of `/mentions status`, without its full stop. */
  status?(): Promise<Sentence | undefined>
  /** Returns the end of a digest in a channel about a range of UTC dates. */
  digest?(channel: string, range: DateRange): Promise<DigestSection>
  jobs?: Job[]
  /**
   * Removes what is old at `time`, once an hour, in every process: not with `store.leading`, which only the leader may write with. `time` is
   * not later than our clock nor Slack's, so a wrong clock removes nothing too early.
   */
  prune?(time: Time): Promise<unknown>
  stop?(): Promise<unknown>
}

/** The owners of the declared kinds of reminders and of changes. */
type Owned<Reminders, Changes> = {
  reminders: { [Kind in keyof Reminders]: ReminderKind<Reminders[Kind]> }
  changes: { [Kind in keyof Changes]: ChangeKind<Changes[Kind]> }
}

/** Every declared kind needs its owner. */
type Owners<Reminders, Changes> = (keyof Reminders extends never
  ? { reminders?: never }
  : Pick<Owned<Reminders, Changes>, 'reminders'>) &
  (keyof Changes extends never ? { changes?: never } : Pick<Owned<Reminders, Changes>, 'changes'>)

/** An entry in the menu of each message of Slack. `name` has at most 24 characters. `cost` says what does not work without it. */
type MessageShortcut = { name: string; callback: string; description: string; cost: string }

/** `scopes` says what does not work without each scope, for the doctor. */
type SlackNeeds = {
  scopes: Readonly<Record<string, string>>
  events: readonly string[]
  shortcuts: readonly MessageShortcut[]
}

/** A filter of the configuration file, with the path of its key, such as `assign[0].when`. */
type FilterInFile = { path: string; filter: Filter }

/** An error in the configuration file. */
export type Fault = {
  path: PropertyKey[]
  message: string
  /** The system could not read a file for a reason that may end by itself. */
  mayPass?: boolean
}

/** `users` is undefined without a usable token of Slack, and `subscriptions` are those of the file. */
export type DoctorTools = {
  users: Pick<Users, 'nameOf' | 'presenceOf' | 'kindOf'> | undefined
  subscriptions: readonly Subscription[]
}

/** `otherwise` is the answer of somebody who names nobody. Nobody is asked if the bot lacks the permission `scope`, because the answer would do nothing. */
type PersonQuestion = { key: string; text: string; otherwise: string; scope: string }

/** Records that a feature stores. `damage` says what follows if one of them is damaged. */
type StoredCollection = { kind: CollectionKind<unknown>; damage: DamageText }

/** Records of a feature that belong to one message each. `title` is what `migrate` calls them. */
type StoredMessages = {
  name: string
  schema: z.ZodType<MessageKey>
  title: string
  damage: DamageText
  /** The channel and the `ts` of a record are not those of a message in Slack. */
  isQueue?: true
}

/**
 * The configuration file as it was written. Each feature reads its own keys from it, so that the core has no type with the keys of
 * features. The whole file was checked before.
 */
export type WrittenFile = z.core.util.JSONType

/** What a feature says of itself without its settings. */
type Declared = {
  name: string
  collections: StoredCollection[]
  messages: StoredMessages[]
  commands: readonly FeatureCommand[]
  /** What its `rule` would decide, for a command without a running bot. `records` is undefined if no store can be read. */
  replayRule: ((records: Records | undefined) => Promise<ReplayRule>) | undefined
}

/** What a feature says of itself by its settings. Its definition gets its own, and its callers have the whole file. */
type Asked<Settings> = {
  /** Values that the log must not show. */
  secrets(settings: Settings, variables: Variables): string[]
  doctor(tools: DoctorTools, settings: Settings): Check[]
  /** True if the settings let it call people (`calls`). */
  callsPeople(settings: Settings): boolean
  /** False if the settings switch off everything that needs its `slack`. `arePeopleCalled`: those of some feature let it call people. */
  needsSlack(settings: Settings, arePeopleCalled: boolean): boolean
  /** What the setup says at its end, because nobody has set what it is about yet. Without a `configurationFile`, people set it in Slack. */
  setupHint(configurationFile: string | undefined, settings: Settings): string | undefined
}

type Definition<
  Keys extends Shape,
  SubscriptionKeys extends Shape,
  Uses,
  Reminders,
  Changes,
  Running,
  Made,
> = Pick<Declared, 'name'> &
  Partial<Declared & Asked<Values<Keys>>> & {
    /** Its keys of the configuration file: at the top level, and in each entry of `subscriptions`. */
    keys: { file: Keys; subscription: SubscriptionKeys }
    /** What the Slack app needs for the feature, for the manifest. */
    slack?: Partial<SlackNeeds>
    /**
     * Finds errors that the schema of one key does not show. With `variables`, also in the environment. `subscriptions` is empty if the feature has
     * no keys in them.
     */
    check?(
      settings: Values<Keys>,
      subscriptions: { hasNotify: boolean; own: Partial<Values<SubscriptionKeys>> }[],
      variables: Variables | undefined,
    ): Fault[]
    /** The filters in its keys, at the top level and in one entry of `subscriptions`. Their values are checked as those of `only`. */
    filters?(settings: Partial<Values<Keys>>, own: Partial<Values<SubscriptionKeys>>): FilterInFile[]
    /** Its kinds of reminders, and of changes with Undo. The running feature owns them. */
    reminders?: Schemas<Reminders>
    changes?: Schemas<Changes>
    /** A key with the id of a person, which the setup asks for if the file does not have it. */
    setupPerson?: PersonQuestion & { key: keyof Keys & string }
    /** Picks from the rooms what the feature needs. It gets nothing else. */
    uses(rooms: Rooms): Uses
    /** Builds the feature. Returns nothing if the settings switch it off. */
    create(
      used: Uses,
      settings: Values<Keys>,
    ): (Made & Running & Exact<Made, Additions & Running>) | undefined
  }

type KeysOf<Value> = Value extends unknown ? keyof Value : never

/**
 * TypeScript accepts unknown keys in what a function returns. This refuses them in what a feature adds, and in the entries of its lists, because
 * nothing would read a misspelled key: it cannot be assigned to `never`. So all objects that `create` returns need the same keys.
 */
type Exact<Made, Declared> = {
  [Key in keyof Made]: Key extends keyof Declared
    ? ExactEntries<Made[Key], NonNullable<Declared[Key]>>
    : never
}

type ExactEntries<Made, Declared> = Made extends readonly (infer Entry extends object)[]
  ? Declared extends readonly (infer Known)[]
    ? { [Key in keyof Entry]: Key extends KeysOf<Known> ? Entry[Key] : never }[]
    : Made
  : Made

/** A running feature in a list of features. */
export type RunningFeature = {
  name: string
  adds: Additions
  reminderKinds: AnyReminderKind[]
  changeKinds: AnyChangeKind[]
}

/** A feature in a list of features, where nobody knows the types of its settings and records. */
export type Feature = Declared &
  Asked<WrittenFile> & {
    keys: { file: Shape; subscription: Shape }
    slack: SlackNeeds
    check(file: WrittenFile, variables: Variables | undefined): Fault[]
    /** With `entry`, the filter is in that entry of `subscriptions`. */
    filters(file: WrittenFile): (FilterInFile & { entry?: number })[]
    reminders: ReadonlyMap<string, z.ZodType<Reminder>>
    changes: ReadonlyMap<string, z.ZodType<Change>>
    setupPerson: PersonQuestion | undefined
    create(rooms: Rooms, file: WrittenFile): RunningFeature | undefined
  }

export function defineFeature<
  Uses,
  const Keys extends Shape,
  const SubscriptionKeys extends Shape,
  Reminders extends Record<string, Reminder> = Record<never, never>,
  Changes extends Record<string, Change> = Record<never, never>,
  Made extends Additions = Additions,
>(
  definition: Definition<
    Keys,
    SubscriptionKeys,
    Uses,
    Reminders,
    Changes,
    Owners<NoInfer<Reminders>, NoInfer<Changes>>,
    Made
  >,
): Feature

export function defineFeature<
  Uses,
  Keys extends Shape,
  SubscriptionKeys extends Shape,
  Reminders extends Record<string, Reminder>,
  Changes extends Record<string, Change>,
>(
  definition: Definition<
    Keys,
    SubscriptionKeys,
    Uses,
    Reminders,
    Changes,
    Partial<Owned<Reminders, Changes>>,
    Additions
  >,
): Feature {
  const { name, keys, check, filters, secrets, doctor, setupHint, uses, create } = definition
  const settings = z.object(keys.file)
  const own = z.object(keys.subscription)
  const ownKeys = Object.keys(keys.subscription)
  const readOwn = (entry: WrittenEntry) => own.safeParse(entry).data ?? {}
  let ofNoKey: ReturnType<typeof readOwn> | undefined
  /** Few of thousands of entries have keys of the feature. */
  function ownOf(entry: WrittenEntry) {
    if (ownKeys.some((key) => Object.hasOwn(entry, key))) return readOwn(entry)
    ofNoKey ??= readOwn({})
    return ofNoKey
  }
  return {
    name,
    keys,
    slack: { scopes: {}, events: [], shortcuts: [], ...definition.slack },
    check(file, variables) {
      const read = settings.safeParse(file)
      // The schema of the whole file reports the errors of single keys.
      if (!read.success || check === undefined) return []
      const entries = ownKeys.length > 0 ? entriesOf(file) : []
      const subscriptions = entries.map((entry) => ({
        hasNotify: entry.notify !== undefined,
        own: ownOf(entry),
      }))
      return check(read.data, subscriptions, variables)
    },
    filters(file) {
      if (filters === undefined) return []
      const atTop = filters(settings.safeParse(file).data ?? {}, {})
      const ofEntries = entriesOf(file).map((entry) => filters({}, ownOf(entry)))
      return [...atTop, ...ofEntries.flatMap((found, entry) => found.map((one) => ({ ...one, entry })))]
    },
    secrets: (file, variables) => secrets?.(settings.parse(file), variables) ?? [],
    collections: definition.collections ?? [],
    messages: definition.messages ?? [],
    reminders: schemasByKind<Reminder, Reminders>(definition.reminders),
    changes: schemasByKind<Change, Changes>(definition.changes),
    callsPeople(file) {
      const read = settings.safeParse(file)
      return read.success && definition.callsPeople?.(read.data) === true
    },
    needsSlack(file, arePeopleCalled) {
      const read = settings.safeParse(file)
      return !read.success || (definition.needsSlack?.(read.data, arePeopleCalled) ?? true)
    },
    doctor: (tools, file) => doctor?.(tools, settings.parse(file)) ?? [],
    commands: definition.commands ?? [],
    replayRule: definition.replayRule,
    setupPerson: definition.setupPerson,
    setupHint: (configurationFile, file) => setupHint?.(configurationFile, settings.parse(file)),
    create(rooms, file) {
      const running = create(uses(rooms), settings.parse(file))
      if (running === undefined) return undefined
      // Not spread, because some additions are said each time they are read.
      const { reminders, changes } = running
      return {
        name,
        adds: running,
        reminderKinds: kindsOf(definition.reminders, reminders, reminderKind),
        changeKinds: kindsOf(definition.changes, changes, changeKind),
      }
    },
  }
}

type WrittenEntry = Record<string, WrittenFile>

const isEntry = (written: WrittenFile | undefined): written is WrittenEntry =>
  typeof written === 'object' && written !== null && !Array.isArray(written)

/** The values of a file by its keys. */
export const writtenKeysOf = (written: WrittenFile): Record<string, WrittenFile> =>
  isEntry(written) ? written : {}

/** The schema of the whole file reports entries that have no keys. */
function entriesOf(file: WrittenFile): WrittenEntry[] {
  const { subscriptions } = writtenKeysOf(file)
  return Array.isArray(subscriptions) && subscriptions.every(isEntry) ? subscriptions : []
}

function schemasByKind<Any, Kinds extends Record<string, Any>>(
  schemas: Schemas<Kinds> | undefined,
): ReadonlyMap<string, z.ZodType<Any>> {
  const found = new Map<string, z.ZodType<Any>>()
  if (schemas !== undefined) for (const kind in schemas) found.set(kind, schemas[kind])
  return found
}

/** Joins the schema of each declared kind with its owner. `kindOf` makes a kind that does not tell the type of its own records. */
function kindsOf<Any, Kinds extends Record<string, Any>, Owners extends Record<keyof Kinds, unknown>, Kind>(
  schemas: Schemas<Kinds> | undefined,
  owners: Owners | undefined,
  kindOf: <Name extends keyof Kinds & string>(
    name: Name,
    schema: z.ZodType<Kinds[Name]>,
    owner: Owners[Name],
  ) => Kind,
): Kind[] {
  const kinds: Kind[] = []
  if (schemas !== undefined && owners !== undefined)
    for (const name in schemas) kinds.push(kindOf(name, schemas[name], owners[name]))
  return kinds
}

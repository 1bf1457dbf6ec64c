import { type Damage, placeOf } from '../model/damage.ts'
import { plural } from './kit/numbers.ts'
import type { ProblemText } from './problem-texts.ts'

/** `name` is what people call the records. `record` and `file` say what follows if one of them, or a whole file of them, is damaged. */
export type DamageText = { name: string; record: (key: string) => string; file?: string }

export const isRebuilt = () => 'Overheard builds it again.'

const coreTexts: Record<string, DamageText> = {
  mutes: {
    name: 'mutes',
    record: (channel) =>
      `Nobody knows what is muted in the channel ${channel}, so the subscriptions of that channel stop.`,
    file: 'Nobody knows what is muted, so all subscriptions stop.',
  },
  pauses: {
    name: 'pauses',
    record: (name) => `Nobody knows if ${name} is paused, so it stops.`,
    file: 'Nobody knows which subscriptions are paused, so all of them stop.',
  },
  subscriptions: {
    name: 'subscriptions from Slack',
    record: (name) => `The subscription ${name}, which was made in Slack, stops.`,
    file: 'All subscriptions that were made in Slack stop.',
  },
  'known-channels': {
    name: 'channel ids',
    record: (name) =>
      `Nobody knows for which channel the name ${name} stands, so subscriptions and digests for ${name} stop.`,
    file: 'Nobody knows for which channels the names in the configuration stand, so subscriptions and digests for channels that are written by name stop.',
  },
  'listed-channels': {
    name: 'names of the subscriptions to several channels',
    record: (name) => `Overheard finds the names of ${name} again in its checkpoints.`,
  },
  'declared-first': {
    name: 'first subscriptions',
    record: () => 'If a subscription loses its checkpoint, it waits for a person.',
  },
  'started-subscriptions': {
    name: 'started subscriptions',
    record: () => 'If a subscription loses its checkpoint, it waits for a person.',
  },
  checkpoints: {
    name: 'checkpoints',
    record: (name) =>
      `Overheard builds the checkpoint of ${name} again, from the receipts in its channel. If it cannot, that subscription stops, and a problem says so.`,
    file: 'Overheard builds it again, from the receipts in the channel. If it cannot, its subscription stops, and a problem says so.',
  },
  cards: {
    name: 'posts',
    record: () => 'The buttons of these posts do not work, and lists of open mentions leave them out.',
  },
  'spike-cards': { name: 'spikes', record: () => 'The buttons of these spikes do not work.' },
  decisions: {
    name: 'decisions',
    record: () => '/mentions why and the digests leave these decisions out.',
  },
  reminders: { name: 'reminders', record: () => 'These reminders and calls are not sent.' },
  'announced-changes': { name: 'changes', record: () => 'The Undo buttons of these changes do not work.' },
  digests: {
    name: 'digests in progress',
    record: () => 'Overheard makes the digest again, and looks in its channel for what is posted already.',
  },
  'outdated-cards': {
    name: 'outdated posts',
    record: () => 'Some posts may show an older state until they change again.',
  },
  'missed-facts': {
    name: 'facts that wait for a part of Overheard',
    record: () => 'That part does not learn of it.',
  },
  problems: { name: 'problems', record: () => 'What still stops something is noticed again.' },
  'leader-progress': { name: 'lags', record: isRebuilt },
  volume: {
    name: 'volume counts',
    record: () => 'Overheard counts again. Until two weeks are counted, it recognises spikes less well.',
  },
  'id-checks': { name: 'checks of ids', record: isRebuilt },
  'alert-activity': { name: 'times of alerts', record: isRebuilt },
  'plan-limits': { name: 'notices about the plan', record: () => 'A notice about the plan can come twice.' },
  'plan-days': { name: 'days of the plan', record: isRebuilt },
  'plan-shares': {
    name: 'warnings about the plan',
    record: () => 'A warning about the plan can come twice.',
  },
  installation: {
    name: 'ids of the installation',
    record: () =>
      'The store gets another id, so for some minutes it can take its own earlier posts for those of another installation.',
  },
  'other-installations': {
    name: 'other installations',
    record: () => 'If another installation still posts, Overheard notices it again.',
  },
}

/** A text names at most this many places. The log and the doctor name them all. */
const mostPlaces = 3

/** `added` are the texts of the collections of features. */
export function createDamageTexts(added: Readonly<Record<string, DamageText>> = {}) {
  const texts: Record<string, DamageText | undefined> = { ...coreTexts, ...added }

  /** Returns the name of the records of a collection, as people call them. */
  const recordsName = (collection: string) => texts[collection]?.name ?? collection

  function consequence({ collection, key }: Damage): string {
    const text = texts[collection]
    if (key === undefined) return text?.file ?? text?.record('') ?? ''
    return text?.record(key) ?? ''
  }

  return {
    recordsName,
    /** A record, or a file of records, that stops something until a person has repaired or removed it. */
    stopping: (damage: Damage): ProblemText => ({
      what: `Stored ${recordsName(damage.collection)} are damaged. ${sentence(damage)} ${consequence(damage)}`,
      whatToDo: `${repair[damage.place.kind]} No mention is lost.`,
    }),
    /** Damaged records of one collection without which everything goes on. */
    others(first: Damage, more: Damage[]): ProblemText {
      const places = [first, ...more].slice(0, mostPlaces).map(sentence)
      const left = 1 + more.length - places.length
      const end = left === 0 ? '' : ` And ${plural(left, 'other place')}.`
      return {
        what: `Stored ${recordsName(first.collection)} are damaged. ${places.join(' ')}${end} ${consequence(first)}`,
        whatToDo: `Nothing has to be done. To get it back: ${lowered(first.place.kind === 'file' ? restore : repair[first.place.kind])}`,
      }
    },
    /** `place` has what was damaged until it had to be replaced. */
    setAside: (place: string) =>
      `What was damaged and had to be replaced is kept in ${place}. Delete it if nobody needs it.`,
  }
}

const sentence = (damage: Damage) => `${placeOf(damage)}: ${damage.why}.`
const version = 'If another version of Overheard has written it, start that version.'
const repair: Record<Damage['place']['kind'], string> = {
  file: 'Restore the file from a copy, or delete it to go on without what it held. Overheard notices it within seconds.',
  entry: `Stop the bot, correct or delete this record in the file, and start it again. ${version}`,
  line: `Stop the bot, correct or delete this line, and start it again. ${version}`,
  row: `Correct or delete this row; Overheard notices it within seconds. ${version}`,
}

const restore = 'Stop the bot, restore the file from a copy, and start it again.'

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

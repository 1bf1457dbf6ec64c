import { type Damage, placeOf } from '../../model/damage.ts'
import type { ProblemText } from './problem-texts.ts'
import { say } from './say.ts'

/** `name` is what people call the records. `record` and `file` say what follows if one of them, or a whole file of them, is damaged. */
export type DamageText = { name: string; record: (key: string) => string; file?: string }

export const isRebuilt = say.rebuilt

const coreTexts = (): Record<string, DamageText> => ({
  mutes: {
    name: say.mutes(),
    record: (channel) => say.muteDamaged({ channel }),
    file: say.mutesDamaged(),
  },
  pauses: {
    name: say.pauses(),
    record: (name) => say.pauseDamaged({ name }),
    file: say.pausesDamaged(),
  },
  subscriptions: {
    name: say.subscriptions(),
    record: (name) => say.subscriptionDamaged({ name }),
    file: say.subscriptionsDamaged(),
  },
  'known-channels': {
    name: say.knownChannels(),
    record: (name) => say.knownChannelDamaged({ name }),
    file: say.knownChannelsDamaged(),
  },
  'listed-channels': {
    name: say.listedChannels(),
    record: (name) => say.listedChannelDamaged({ name }),
  },
  'declared-first': { name: say.firstSubscriptions(), record: say.waitsForPerson },
  'started-subscriptions': { name: say.startedSubscriptions(), record: say.waitsForPerson },
  checkpoints: {
    name: say.checkpoints(),
    record: (name) => say.checkpointRebuilt({ name }),
    file: say.checkpointsRebuilt(),
  },
  cards: { name: say.posts(), record: say.postDamaged },
  'spike-cards': { name: say.spikes(), record: say.spikeDamaged },
  decisions: { name: say.decisions(), record: say.decisionDamaged },
  reminders: { name: say.reminderRecords(), record: say.reminderDamaged },
  'announced-changes': { name: say.changes(), record: say.changeDamaged },
  digests: { name: say.digests(), record: say.digestDamaged },
  'outdated-cards': { name: say.outdatedPosts(), record: say.outdatedPostDamaged },
  'missed-facts': { name: say.missedFacts(), record: say.missedFactDamaged },
  problems: { name: say.problems(), record: say.problemDamaged },
  'leader-progress': { name: say.lags(), record: say.rebuilt },
  volume: { name: say.volume(), record: say.volumeDamaged },
  'id-checks': { name: say.idChecks(), record: say.rebuilt },
  'alert-activity': { name: say.alertActivity(), record: say.rebuilt },
  'plan-limits': { name: say.planLimits(), record: say.planLimitDamaged },
  'plan-days': { name: say.planDays(), record: say.rebuilt },
  'plan-shares': { name: say.planShares(), record: say.planShareDamaged },
  installation: { name: say.installation(), record: say.installationDamaged },
  settings: { name: say.settingRecords(), record: (name) => say.settingDamaged({ name }) },
  'other-installations': { name: say.otherInstallations(), record: say.otherInstallationDamaged },
})

/** A text names at most this many places. The log and the doctor name them all. */
const mostPlaces = 3

/** `added` are the texts of the collections of features. */
export function createDamageTexts(added: Readonly<Record<string, DamageText>> = {}) {
  const texts: Record<string, DamageText | undefined> = { ...coreTexts(), ...added }

  /** Returns the name of the records of a collection, as people call them. */
  const recordsName = (collection: string) => texts[collection]?.name ?? collection

  function consequence({ collection, key }: Damage): string {
    const text = texts[collection]
    if (key === undefined) return text?.file ?? text?.record('') ?? ''
    return text?.record(key) ?? ''
  }

  function what(first: Damage, more: Damage[] = []): string {
    const places = [first, ...more].slice(0, mostPlaces)
    const count = 1 + more.length - places.length
    return [
      say.stored({ records: recordsName(first.collection) }),
      ...places.map((damage) => say.place({ place: placeOf(damage), why: damage.why })),
      ...(count === 0 ? [] : [say.otherPlaces({ count })]),
      consequence(first),
    ].join(' ')
  }

  return {
    recordsName,
    /** A record, or a file of records, that stops something until a person has repaired or removed it. */
    stopping: (damage: Damage): ProblemText => ({
      what: what(damage),
      whatToDo: `${repair[damage.place.kind]()} ${say.noneLost()}`,
    }),
    /** Damaged records of one collection without which everything goes on. */
    others: (first: Damage, more: Damage[]): ProblemText => ({
      what: what(first, more),
      whatToDo: say.nothingToDo({ place: first.place.kind }),
    }),
    /** `place` has what was damaged until it had to be replaced. */
    setAside: (place: string) => say.setAside({ place }),
  }
}

const repair: Record<Damage['place']['kind'], () => string> = {
  file: say.repairFile,
  entry: say.repairEntry,
  line: say.repairLine,
  row: say.repairRow,
}

/** The door of the engine: all that the other rooms may use of it. The page to read first is `pollAlert` in run/poll.ts. */

export type { VolumeCounts } from './anomalies/alert-volume.ts'
export { countFound } from './anomalies/ordinary-bursts.ts'
export type { PlanForecast } from './anomalies/silence.ts'
export { assessSpike, type Sensitivity } from './anomalies/spike-detector.ts'
export { nextSpikeState, noSpike } from './anomalies/spike-state.ts'
export { countedAt, initialCounts } from './anomalies/volume-counts.ts'
export {
  addressKey,
  addressKeysOf,
  createOriginalIndex,
  type FingerprintKeys,
  fingerprintOf,
  type OriginalIndex,
  type OriginalMatch,
  originalLifetimeMs,
  whereOf,
} from './dedupe/original-index.ts'
export { placesOf, withoutPlaces, withStoryOf } from './dedupe/regroup.ts'
export {
  acceptsDuplicates,
  isSameMention,
  originalCardOf,
  pageOf,
  storyMembers,
  summarizeStory,
  withDuplicate,
  wordsOf,
} from './dedupe/story.ts'
export { createEngine, type EnginePorts } from './engine.ts'
export type { Fact, Lag, MentionDelay, PolledRun, Sight } from './ports.ts'
export { type ReplayedPost, replayPosts } from './post/burst-window.ts'
export { conditionsOf, hostForms, mentionText } from './rules/filters.ts'
export { createIsOwn, type IsOwn, type OwnVoice } from './rules/own-voice.ts'
export { domainPatterns, wholePatterns, wordPatterns, wordsIn } from './rules/patterns.ts'
export { createReplay, type Replayed, replay } from './rules/replay.ts'
export {
  type AddedRule,
  type Decide,
  decideFor,
  holdsUntil,
  isUrgent,
  mentionQuietUntil,
  muteFinder,
  notifiedBy,
} from './rules/rules.ts'
export { checkRates, pollingLimits } from './schedule/check-rates.ts'
export { idCheckKind, restartedIdsKey } from './schedule/id-check.ts'
export { alertNotFound, problemKeysOf } from './schedule/poll-problems.ts'
export { volumeCollection } from './spikes/stored-volume.ts'
export { engineKinds } from './stored-kinds.ts'

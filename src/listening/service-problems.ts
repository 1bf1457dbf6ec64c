import type { Time } from '@overheard/base/time'
import type { ListeningChannel, ListeningState } from '@overheard/mention-client/listening-client'
import { listeningProblems } from '../messages/problems/problem-texts.ts'
import { type Problem, type ProblemBoard, waitOverMs } from '../model/problem.ts'

const dayMs = 86_400_000
/** A source that fails for longer is a problem. Many fail for some hours. */
const failingForMs = dayMs
/** A host may ask for a day. A shorter wait, in ms, is no problem. */
const longWaitMs = 15 * 60_000
/** More sources than this are one problem: most likely the network, or one host, is the cause. */
const mostApart = 3
/** A single end can have many reasons, so only a second one is a problem. */
const leastFailures = 2

const prefix = 'listening'

/** The problems of the mention service that the bot runs, by their keys. */
export function problemsOfService(
  { failures, lastEnd = '', channels }: ListeningState,
  now: Time,
): Map<string, Problem> {
  const problems = new Map<string, Problem>()
  const add = (key: string, problem: Problem) => problems.set(`${prefix}${key}`, problem)
  if (failures >= leastFailures) add('', { code: 'service_ends', ...listeningProblems.serviceEnds(lastEnd) })
  const failing = channels.filter((channel) => isFailing(channel, now))
  if (failing.length > mostApart)
    add(':sources', {
      code: 'sources_fail',
      stops: listeningProblems.listening(),
      ...listeningProblems.sourcesFail(failing.length, channels.length, failing[0]?.error ?? ''),
    })
  else
    for (const channel of failing)
      add(keyOf(channel), {
        code: 'source_fails',
        stops: listeningProblems.listeningTo(nameOf(channel)),
        ...listeningProblems.sourceFails(nameOf(channel), channel.error ?? ''),
      })
  addWaits(channels, now, add)
  for (const channel of channels) {
    if (channel.ended !== undefined)
      add(keyOf(channel), {
        code: 'source_ended',
        stops: listeningProblems.listeningTo(nameOf(channel)),
        ...listeningProblems.sourceEnded(nameOf(channel), channel.ended),
      })
    const gap = channel.gaps.at(-1)
    if (gap !== undefined && now - gap.at < dayMs)
      add(`${keyOf(channel)}:gap`, {
        ...listeningProblems.gap(nameOf(channel), gap.what),
        until: gap.at + dayMs,
      })
  }
  return problems
}

function addWaits(
  channels: ListeningChannel[],
  now: Time,
  add: (key: string, problem: Problem) => unknown,
): void {
  const waiting = channels.flatMap((channel) => {
    const { waitMs = 0, waitsUntil = 0, ended } = channel
    const wait = ended === undefined && waitMs >= longWaitMs && waitsUntil > now
    return wait ? [{ channel, until: waitsUntil }] : []
  })
  const timesOf = (until: Time) => ({ waits: true as const, until: until + waitOverMs })
  if (waiting.length > mostApart) {
    const last = Math.max(...waiting.map(({ until }) => until))
    add(':waits', {
      code: 'sources_wait',
      stops: listeningProblems.listening(),
      ...timesOf(last),
      ...listeningProblems.sourcesWait(waiting.length, channels.length, last),
    })
  } else
    for (const { channel, until } of waiting)
      add(`${keyOf(channel)}:waits`, {
        code: 'source_waits',
        stops: listeningProblems.listeningTo(nameOf(channel)),
        ...timesOf(until),
        ...listeningProblems.sourceWaits(nameOf(channel), until),
      })
}

const keyOf = ({ source, channel }: ListeningChannel) => `:${source}:${channel}`

/** Feeds are known by their address, and other sources by their name. */
const nameOf = ({ source, channel }: ListeningChannel) =>
  source === 'feeds' ? channel : source === channel ? source : `${source} (${channel})`

const isFailing = ({ failures, failingSince, ended }: ListeningChannel, now: Time) =>
  ended === undefined && failures > 0 && failingSince !== undefined && now - failingSince >= failingForMs

/** Raises what is a problem now, and clears what is none any more. */
export function tellProblems(
  board: Pick<ProblemBoard, 'raise' | 'clear' | 'openProblems'>,
  problems: ReadonlyMap<string, Problem>,
): void {
  for (const { key } of board.openProblems())
    if ((key === prefix || key.startsWith(`${prefix}:`)) && !problems.has(key)) board.clear(key)
  for (const [key, problem] of problems) board.raise(key, problem)
}

import { readFileSync } from 'node:fs'
import type { Ms } from '@overheard/base/time'
import { type Refusal, refusalOf, type Shown } from './accept.ts'
import { type Model, readModel, withDefinitions } from './promela.ts'
import type { Line } from './record.ts'
import { leaseTracesOf, type Trace, tracesOf } from './trace.ts'

/** That of the worlds of tests, and of the configuration. */
export const usualDoubtMs = 30_000

const textOf = (model: string) => readFileSync(`${import.meta.dirname}/models/${model}.pml`, 'utf8')
const [postText, leaseText] = [textOf('post'), textOf('lease')]
const models = new Map<string, Model>()

function modelOf(text: string, values: Parameters<typeof withDefinitions>[1]): Model {
  const key = JSON.stringify([text.length, values])
  const model = models.get(key) ?? readModel(withDefinitions(text, values))
  models.set(key, model)
  return model
}

/** More faults than any trace has. */
const most = 9999

const countOf = (shown: readonly Shown[], name: string) => shown.filter((one) => one.name === name).length

/** `copies`: how often the store was replaced. `announces`: Slack announces posts to the process. `doubtMs`: 30 s if nothing is said. */
type Circumstances = { copies?: number; announces?: boolean; doubtMs?: Ms }

/** The model of one process after the other, with as many faults as the trace has. */
export function postModel(
  { messages, shown }: Trace,
  { copies = 0, announces = false }: Circumstances = {},
): Model {
  const isRefused = shown.some(({ name, values: [how] }) => name === 'hears' && how === 2)
  return modelOf(postText, {
    MENTIONS: messages,
    CRASHES: countOf(shown, 'dies'),
    LOSSES: most,
    FAILURES: countOf(shown, 'fails'),
    REFUSALS: isRefused ? most : 0,
    COPIES: copies,
    ANNOUNCES: announces,
    REPEATS: true,
  })
}

/** The model of several processes on a database. */
export function leaseModel({ messages, shown }: Trace): Model {
  return modelOf(leaseText, {
    PROCESSES: 1 + Math.max(...shown.map(({ process }) => process)),
    MENTIONS: messages,
    CRASHES: most,
    TAKEOVERS: most,
    LOSSES: most,
    CUTS: most,
    REPEATS: true,
  })
}

export type RefusedTrace = Refusal & { subscription: string }

/** Returns the traces that are no runs of models/post.pml. */
export function refusedTraces(
  effects: readonly Line[],
  channelOf: (subscription: string) => string,
  circumstances?: Circumstances,
): RefusedTrace[] {
  return tracesOf(effects, channelOf, circumstances?.doubtMs ?? usualDoubtMs).flatMap((trace) =>
    refused(trace, postModel(trace, circumstances)),
  )
}

/** Returns the traces that are no runs of models/lease.pml. */
export function refusedLeaseTraces(
  effects: readonly Line[],
  channelOf: (subscription: string) => string,
): RefusedTrace[] {
  return leaseTracesOf(effects, channelOf).flatMap((trace) => refused(trace, leaseModel(trace)))
}

function refused(trace: Trace, model: Model): RefusedTrace[] {
  const refusal = refusalOf(model, trace.shown)
  return refusal === undefined ? [] : [{ subscription: trace.subscription, ...refusal }]
}

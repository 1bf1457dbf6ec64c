// @ts-nocheck: it runs on the code of commit 82f882c8 only.
import { z } from 'zod'
import { outdatedMessageSchema } from '../../src/cards/posted-cards.ts'
import { problemRecords } from '../../src/health/shared-problems.ts'
import { spikeSignSchema, spikeSummarySchema } from '../../src/model/anomaly.ts'
import { fingerprintSchema, postedCardSchema, shownMentionsSchema } from '../../src/model/card.ts'
import { announcedChangeSchema } from '../../src/model/change.ts'
import { checkpointSchema } from '../../src/model/checkpoint.ts'
import { decisionRecordSchema } from '../../src/model/decision.ts'
import { digestProgressSchema } from '../../src/model/digest-progress.ts'
import { mentionSchema } from '../../src/model/mention.ts'
import { muteSchema } from '../../src/model/mute.ts'
import { channelProposalsSchema } from '../../src/model/mute-proposal.ts'
import { pauseSchema } from '../../src/model/pause.ts'
import { reminderSchema } from '../../src/model/reminder.ts'
import { filterSchema, notifySchema, slackSubscriptionSchema } from '../../src/model/subscription.ts'
import { watchSwapSchema } from '../../src/model/watch.ts'
import { startedSubscriptions } from '../../src/polling/started-subscriptions.ts'
import {
  createAlertActivity,
  createPlanLimits,
  createPlanRecords,
  volumeCollection,
} from '../../src/polling/stored-volume.ts'
import { knownChannels } from '../../src/slack/channels.ts'
import { messageSchemas, type Store } from '../../src/store/store.ts'
import { webhookStates } from '../../src/webhooks/delivery.ts'
import { memoryStore } from '../tools/memory-store.ts'

/** Lists every optional field, list and word of the schemas of all that is stored; `missingKinds` of the test tools reads the lines. */

const collections = new Map<string, z.ZodType>(
  Object.entries({
    ...messageSchemas,
    'announced-changes': announcedChangeSchema,
    checkpoints: checkpointSchema,
    decisions: decisionRecordSchema,
    digests: digestProgressSchema,
    'mute-proposals': channelProposalsSchema,
    mutes: z.array(muteSchema),
    'outdated-cards': outdatedMessageSchema,
    pauses: pauseSchema,
    reminders: reminderSchema,
    subscriptions: slackSubscriptionSchema,
    'watch-swaps': watchSwapSchema,
  }),
)

const card = postedCardSchema.shape
/** Schemas that are part of several others. */
const shared: Record<string, z.ZodType> = {
  actions: card.shows.options[0].shape.offers.unwrap(),
  assignment: card.actions.element.shape.assigned.unwrap(),
  duplicate: card.original.unwrap().shape.duplicates.element,
  filter: filterSchema,
  fingerprint: fingerprintSchema,
  mention: mentionSchema,
  mute: muteSchema,
  notify: notifySchema,
  pause: pauseSchema,
  shown: shownMentionsSchema,
  sign: spikeSignSchema,
  subscription: slackSubscriptionSchema.shape.subscription,
  summary: spikeSummarySchema,
  window: checkpointSchema.shape.window.unwrap(),
}

/** What the schemas allow and 0.2 never writes. */
const neverWritten = [
  'announced-changes.change(subscription).before.ended',
  'reminders(assigned|overdue|overdue-for-other|snooze-ended).pending.called',
  'reminders(assigned|overdue|overdue-for-other|snooze-ended).pending.thread',
  'reminders(catch-up).pending.called',
  'reminders(catch-up).pending.thread',
]

type Node = {
  $schema?: string
  anyOf?: Node[]
  oneOf?: Node[]
  const?: unknown
  enum?: unknown[]
  properties?: Record<string, Node>
  required?: string[]
  items?: Node
  additionalProperties?: Node | false
}

function nodeOf(schema: z.ZodType): Node {
  const { $schema: _, ...node } = z.toJSONSchema(schema, {
    unrepresentable: 'any',
    io: 'output',
    reused: 'inline',
  }) as Node
  return node
}

export async function kindsOf(): Promise<string[]> {
  const recorded: Pick<Store, 'collection'> = {
    collection(name, schema) {
      collections.set(name, schema)
      return memoryStore().collection(name, schema)
    },
  }
  createAlertActivity(recorded)
  createPlanLimits(recorded, Date.now)
  createPlanRecords(recorded)
  knownChannels(recorded)
  problemRecords(recorded)
  startedSubscriptions(recorded, [])
  volumeCollection(recorded)
  webhookStates(recorded)
  const names = new Map(
    Object.entries(shared).map(([name, schema]) => [JSON.stringify(nodeOf(schema)), name]),
  )
  const lines = new Set<string>()
  function walk(path: string, node: Node, isRoot = false): void {
    const name = names.get(JSON.stringify(node))
    if (name !== undefined && !isRoot) return void lines.add(`${path}: ${name}`)
    for (const word of [...(typeof node.const === 'string' ? [node.const] : []), ...(node.enum ?? [])])
      lines.add(`${path} = ${word}`)
    for (const { step, below, isCertain } of partsOf(node)) {
      if (!isCertain) lines.add(`${path}${step}`)
      walk(`${path}${step}`, below)
    }
  }
  for (const [name, schema] of Object.entries(shared)) walk(name, nodeOf(schema), true)
  for (const [name, schema] of collections) {
    lines.add(name)
    walk(name, nodeOf(schema))
  }
  return [...lines].filter((one) => !neverWritten.includes(one)).toSorted()
}

type Part = { step: string; below: Node; isCertain: boolean }

/** Fields that are required, and alternatives, are there for certain, or are known by their own words. */
function partsOf({ anyOf = [], oneOf = [], properties = {}, required = [], items, ...node }: Node): Part[] {
  const { additionalProperties: others } = node
  return [
    ...[...anyOf, ...oneOf].map((below) => ({ step: wordOf(below), below, isCertain: true })),
    ...Object.entries(properties).map(([key, below]) => ({
      ...{ step: `.${key}`, below, isCertain: required.includes(key) },
    })),
    ...(items === undefined ? [] : [{ step: '[]', below: items, isCertain: false }]),
    ...(others && Object.keys(others).length > 0 ? [{ step: '{}', below: others, isCertain: false }] : []),
  ]
}

/** The word or words by which an alternative is recognised, in parentheses. */
function wordOf({ properties = {} }: Node): string {
  const found = ['kind', 'rule', 'by'].map((key) => properties[key]).find((one) => one?.const ?? one?.enum)
  return found === undefined ? '' : `(${found.const ?? found.enum?.join('|')})`
}

import type { CallRecord, EnvelopeRecord } from '../../events.ts'
import { type Child, h, onClick, type VNode } from '../dom/h.ts'
import { messageAt } from '../state/choose.ts'
import { channelName } from '../state/names.ts'
import type { Page } from '../state/store.ts'

/** How many entries are listed. */
const most = 60

/** Every call of the app, newest first. */
export function showCalls(page: Page): Child {
  const { calls } = page.state.world
  if (calls.length === 0) return h('p', { class: 'empty' }, 'The app has not called anything yet.')
  return h(
    'ul',
    { class: 'records' },
    calls
      .slice(-most)
      .toReversed()
      .map((call) => callEntry(page, call)),
  )
}

function callEntry(page: Page, call: CallRecord): VNode {
  const isFine = call.ending === 'answered' && call.answer?.ok !== false && call.status < 400
  const error = typeof call.answer?.error === 'string' ? call.answer.error : `HTTP ${call.status}`
  const words = call.ending === 'answered' ? (isFine ? 'ok' : error) : call.ending
  return entry(page, {
    key: `call/${call.id}`,
    name: call.method,
    outcome: words,
    isFine,
    detail: `${clock(call.at)} · ${call.endedAt - call.at} ms`,
    parts: [
      ['Arguments', call.args],
      ['Answer', call.answer],
    ],
  })
}

/** Everything that was sent to the app, newest first. */
export function showEnvelopes(page: Page): Child {
  const { envelopes, sockets } = page.state.world
  const connections = sockets === 1 ? '1 Socket Mode connection' : `${sockets} Socket Mode connections`
  return [
    h('p', { class: 'tool-note' }, `${connections} open.`),
    envelopes.length === 0
      ? h('p', { class: 'empty' }, 'Nothing has been sent to the app yet.')
      : h(
          'ul',
          { class: 'records' },
          envelopes
            .slice(-most)
            .toReversed()
            .map((one) => envelopeEntry(page, one)),
        ),
  ]
}

function envelopeEntry(page: Page, envelope: EnvelopeRecord): VNode {
  const took = envelope.endedAt === undefined ? '' : ` · ${envelope.endedAt - envelope.at} ms`
  const { payload } = envelope
  return entry(page, {
    key: `envelope/${envelope.id}`,
    name: typeof payload.command === 'string' ? payload.command : String(payload.type ?? envelope.type),
    outcome: envelope.state,
    isFine: envelope.state === 'acknowledged' || envelope.state === 'pending',
    detail: `${clock(envelope.at)}${took} · ${envelope.via}`,
    parts: [
      ['Payload', payload],
      ['Acknowledgement', envelope.response ?? null],
    ],
  })
}

/** The JSON of the message that was chosen for it. */
export function showInspected(page: Page): Child {
  const { inspected, world } = page.state
  const message = inspected && messageAt(world, inspected.channel, inspected.ts)
  if (!message) return h('p', { class: 'empty' }, 'Choose “Show this message’s JSON” beside a message.')
  return [
    h('p', { class: 'tool-note' }, `Message ${message.ts} in ${channelName(world, inspected.channel)}`),
    json(message),
  ]
}

type Entry = {
  key: string
  name: string
  outcome: string
  isFine: boolean
  detail: string
  parts: [label: string, value: unknown][]
}

function entry(page: Page, { key, name, outcome, isFine, detail, parts }: Entry): VNode {
  const { unfolded } = page.state
  const isOpen = unfolded.has(key)
  const others = [...unfolded].filter((one) => one !== key)
  const toggle = () => page.set({ unfolded: new Set(isOpen ? others : [...others, key]) })
  return h('li', { key, class: 'record' }, [
    h(
      'button',
      { type: 'button', class: 'record-head', 'aria-expanded': String(isOpen) },
      [
        h('span', { class: 'record-name' }, name),
        h('span', { class: isFine ? 'outcome fine' : 'outcome failed' }, outcome),
        h('span', { class: 'record-detail' }, detail),
      ],
      onClick(toggle),
    ),
    isOpen && parts.map(([label, value]) => [h('h4', {}, label), json(value)]),
  ])
}

function json(value: unknown): VNode {
  return h('pre', { class: 'json', tabindex: 0 }, JSON.stringify(value, null, 2))
}

function clock(ms: number): string {
  return new Date(ms).toLocaleTimeString('en-GB')
}

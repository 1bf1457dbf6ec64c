import type { CallRecord, EnvelopeRecord } from '../events.ts'
import { renderPanel } from './panel.ts'
import { channelName, messageAt } from './state/selectors.ts'
import type { Tool } from './state/state.ts'
import type { Store } from './state/store.ts'
import { type Child, html, type Rendered } from './ui/html.ts'
import { renderIconButton } from './ui/icons.ts'

const tabs: Record<Tool, { label: string; render: (store: Store) => Child }> = {
  panel: { label: 'Panel', render: renderPanel },
  calls: { label: 'Calls', render: renderCalls },
  envelopes: { label: 'Envelopes', render: renderEnvelopes },
  message: { label: 'Message', render: renderInspected },
}

/** The tools pane: the panel, if there is one, and the inspector. */
export function renderTools(store: Store): Child {
  const { tool, panel } = store.state
  if (tool === undefined) return undefined
  const shown: Tool[] = [...(panel ? (['panel'] as const) : []), 'calls', 'envelopes', 'message']
  return html`
    <aside class="tools" aria-label="Tools">
      <header class="pane-head">
        <div class="tool-tabs" role="group" aria-label="Tools">
          ${shown.map(
            (one) => html`
              <button
                key=${one}
                type="button"
                class="tool-tab"
                aria-current=${one === tool ? 'true' : undefined}
                onClick=${() => store.set({ tool: one })}
              >
                ${one === 'panel' && panel ? panel.tab : tabs[one].label}
              </button>
            `,
          )}
        </div>
        ${renderIconButton('close', 'Close the tools', () => store.set({ tool: undefined }))}
      </header>
      <div key=${tool} class="tool-body" tabindex="0">${tabs[tool].render(store)}</div>
    </aside>
  `
}

/** The inspector lists this many entries. */
const mostEntries = 60

/** The app's calls, newest first. */
function renderCalls(store: Store): Child {
  const { calls } = store.state.workspace
  if (calls.length === 0) return html`<p class="empty">The app has not called anything yet.</p>`
  return renderEntries(
    store,
    calls.slice(-mostEntries).map((call) => callEntry(call)),
  )
}

function callEntry({ id, method, args, at, endedAt, ending, status, answer }: CallRecord): Entry {
  const isFine = ending === 'answered' && answer?.ok !== false && status < 400
  const error = typeof answer?.error === 'string' ? answer.error : `HTTP ${status}`
  return {
    key: `call/${id}`,
    name: method,
    outcome: ending === 'answered' ? (isFine ? 'ok' : error) : ending,
    isFine,
    detail: `${clock(at)} · ${endedAt - at} ms`,
    sections: [
      ['Arguments', args],
      ['Answer', answer],
    ],
  }
}

/** Everything sent to the app, newest first. */
function renderEnvelopes(store: Store): Child {
  const { envelopes, sockets } = store.state.workspace
  const connections = sockets === 1 ? '1 Socket Mode connection' : `${sockets} Socket Mode connections`
  return html`
    <p class="tool-note">${`${connections} open.`}</p>
    ${
      envelopes.length === 0
        ? html`<p class="empty">Nothing has been sent to the app yet.</p>`
        : renderEntries(
            store,
            envelopes.slice(-mostEntries).map((envelope) => envelopeEntry(envelope)),
          )
    }
  `
}

function envelopeEntry({ id, type, payload, via, at, endedAt, state, response }: EnvelopeRecord): Entry {
  const took = endedAt === undefined ? '' : ` · ${endedAt - at} ms`
  return {
    key: `envelope/${id}`,
    name: typeof payload.command === 'string' ? payload.command : String(payload.type ?? type),
    outcome: state,
    isFine: state === 'acknowledged' || state === 'pending',
    detail: `${clock(at)}${took} · ${via}`,
    sections: [
      ['Payload', payload],
      ['Acknowledgement', response ?? null],
    ],
  }
}

/** The JSON of the inspected message. */
function renderInspected(store: Store): Child {
  const { inspected, workspace } = store.state
  const message = inspected && messageAt(workspace, inspected.channel, inspected.ts)
  if (!message) return html`<p class="empty">Choose “Show this message’s JSON” beside a message.</p>`
  return html`
    <p class="tool-note">${`Message ${message.ts} in ${channelName(workspace, inspected.channel)}`}</p>
    ${renderJson(message)}
  `
}

type Entry = {
  key: string
  name: string
  outcome: string
  isFine: boolean
  detail: string
  /** Shown if the entry is expanded. */
  sections: [label: string, value: unknown][]
}

function renderEntries(store: Store, oldestFirst: Entry[]): Rendered {
  return html`<ul class="records">${oldestFirst.toReversed().map((entry) => renderEntry(store, entry))}</ul>`
}

function renderEntry(store: Store, { key, name, outcome, isFine, detail, sections }: Entry): Rendered {
  const { expanded } = store.state
  const isOpen = expanded.has(key)
  const others = [...expanded].filter((one) => one !== key)
  const toggle = () => store.set({ expanded: new Set(isOpen ? others : [...others, key]) })
  return html`
    <li key=${key} class="record">
      <button type="button" class="record-head" aria-expanded=${String(isOpen)} onClick=${toggle}>
        <span class="record-name">${name}</span>
        <span class=${isFine ? 'outcome fine' : 'outcome failed'}>${outcome}</span>
        <span class="record-detail">${detail}</span>
      </button>
      ${isOpen && sections.map(([label, value]) => html`<h4>${label}</h4>${renderJson(value)}`)}
    </li>
  `
}

function renderJson(value: unknown): Rendered {
  return html`<pre class="json" tabindex="0">${JSON.stringify(value, null, 2)}</pre>`
}

/** `at` is ms since 1970. */
function clock(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB')
}

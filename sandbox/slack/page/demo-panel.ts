import type { PanelState } from '../../demo/panel.ts'
import { pullLever } from './state/server.ts'
import { notify, type Store, whileBusy } from './state/store.ts'
import { type Child, classes, html, type Rendered } from './ui/html.ts'

type Demo = Extract<PanelState, { counter: object }>

/** The demo panel: the count of mentions, the bot, the levers, the log of the webhook's receiver and the mention service. */
export function renderDemo(store: Store): Child {
  const { demo } = store.state
  if (!demo) return undefined
  const levers = html`<div class="levers">${demo.levers.map((lever) => renderLever(store, lever))}</div>`
  if (!demo.counter) return html`<h3>Limits and faults</h3>${levers}`
  return html`
    ${renderCounter(demo.counter)}
    ${renderBot(demo.bot)}
    <h3>Try it</h3>
    <p class="figures-note">
      ${'Everybody has their own home tab and direct messages: change who you act as below the channels, or at the top of a phone.'}
    </p>
    ${levers}
    ${demo.webhooks.length > 0 && renderWebhooks(demo.webhooks)}
    ${renderService(demo.service)}
  `
}

function renderCounter({ made, posted, waiting, lost, twice }: Demo['counter']): Rendered {
  const figure = (label: string, value: number, tone = '') => html`
    <div class="figure ${tone}"><dt>${label}</dt><dd>${value}</dd></div>
  `
  const colourOf = (value: number) => (value === 0 ? 'good' : 'bad')
  return html`
    <section aria-label="Mentions">
      <h3>Mentions</h3>
      <dl class="figures">
        ${figure('made', made)}
        ${figure('posted', posted)}
        ${figure('waiting', waiting, waiting === 0 ? '' : 'pending')}
        ${figure('lost', lost, colourOf(lost))}
        ${figure('twice', twice, colourOf(twice))}
      </dl>
      ${
        lost > 0 &&
        html`<p class="figures-note">“Lost” includes muted mentions, because only the bot knows what is muted.</p>`
      }
    </section>
  `
}

/** Always one line, so that nothing below it moves when the bot starts or stops. */
function renderBot(bot: Demo['bot']): Rendered {
  const words = startWords(bot)
  return html`
    <p class="bot-state ${bot.state}">
      <span class="lamp" aria-hidden="true" />
      <strong>The bot is ${bot.state}</strong>
      ${words !== undefined && html`<span>${`, ${words}`}</span>`}
    </p>
  `
}

function startWords({ state, pid, restarts }: Demo['bot']): string | undefined {
  if (state === 'stopped') return undefined
  if (restarts > 0) return `restarted ${restarts === 1 ? 'once' : `${restarts} times`}`
  return pid === undefined ? undefined : `process ${pid}`
}

function renderLever(store: Store, { id, label, hint, during }: Demo['levers'][number]): Rendered {
  const key = `lever/${id}`
  const pull = () => pullLever(id).catch((error: unknown) => notify(store, String(error)))
  return html`
    <button
      key=${key}
      type="button"
      class=${classes('lever', store.state.busy.has(key) && 'working', during !== undefined && 'lasting')}
      onClick=${() => void whileBusy(store, key, pull)}
    >
      <strong>${during ?? label}</strong>
      <span>${hint}</span>
    </button>
  `
}

function renderWebhooks(events: Demo['webhooks']): Rendered {
  return html`
    <section aria-label="Webhook receiver">
      <h3>Webhook receiver</h3>
      <p class="figures-note">Signed events that the bot sent to another program, newest first.</p>
      <ol class="events" tabindex="0" aria-label="Events, newest first">
        ${events.map(
          ({ id, type, at, about, problem }) => html`
            <li key=${`${id} ${at}`}>
              <strong>${type || 'not accepted'}</strong>
              <span>${`${new Date(at).toLocaleTimeString()} · ${problem === '' ? '✓ verified' : problem}`}</span>
              <span class="about">${about}</span>
            </li>
          `,
        )}
      </ol>
    </section>
  `
}

function renderService(facts: Demo['service']): Rendered {
  return html`
    <section aria-label="The mention service">
      <h3>The mention service</h3>
      <dl class="facts">
        ${Object.entries(facts).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}
      </dl>
    </section>
  `
}

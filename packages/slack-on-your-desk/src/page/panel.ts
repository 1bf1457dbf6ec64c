import type { PanelSection, ShownLever } from '../panel.ts'
import { pullLever } from './state/server.ts'
import { notify, type Store, whileBusy } from './state/store.ts'
import { type Child, classes, html, type Rendered } from './ui/html.ts'

type Section<Kind extends PanelSection['kind']> = Extract<PanelSection, { kind: Kind }>

/** The panel of whoever runs the workspace: figures, levers, events and facts. */
export function renderPanel(store: Store): Child {
  return store.state.panel?.sections.map((section) => renderSection(store, section))
}

function renderSection(store: Store, section: PanelSection): Rendered {
  switch (section.kind) {
    case 'figures':
      return renderFigures(section)
    case 'lamp':
      return renderLamp(section)
    case 'levers':
      return renderLevers(store, section)
    case 'events':
      return renderEvents(section)
    case 'facts':
      return renderFacts(section)
  }
}

function renderFigures({ title, figures, note }: Section<'figures'>): Rendered {
  return html`
    <section aria-label=${title}>
      <h3>${title}</h3>
      <dl class="figures">
        ${figures.map(
          ({ label, value, tone = '' }) => html`
            <div class="figure ${tone}"><dt>${label}</dt><dd>${value}</dd></div>
          `,
        )}
      </dl>
      ${note !== undefined && html`<p class="figures-note">${note}</p>`}
    </section>
  `
}

function renderLamp({ state, text, more }: Section<'lamp'>): Rendered {
  return html`
    <p class="bot-state ${state}">
      <span class="lamp" aria-hidden="true" />
      <strong>${text}</strong>
      ${more !== undefined && html`<span>${`, ${more}`}</span>`}
    </p>
  `
}

function renderLevers(store: Store, { title, note, levers }: Section<'levers'>): Rendered {
  return html`
    <h3>${title}</h3>
    ${note !== undefined && html`<p class="figures-note">${note}</p>`}
    <div class="levers">${levers.map((lever) => renderLever(store, lever))}</div>
  `
}

function renderLever(store: Store, { id, label, hint, during, blocked }: ShownLever): Rendered {
  const key = `lever/${id}`
  const pull = () => pullLever(id).catch((error: unknown) => notify(store, String(error)))
  return html`
    <button
      key=${key}
      type="button"
      class=${classes('lever', store.state.busy.has(key) && 'working', during !== undefined && 'lasting')}
      aria-disabled=${blocked === undefined ? undefined : 'true'}
      onClick=${() => void (blocked === undefined && whileBusy(store, key, pull))}
    >
      <strong>${during ?? label}</strong>
      <span>${blocked ?? hint}</span>
    </button>
  `
}

function renderEvents({ title, note, events }: Section<'events'>): Rendered {
  return html`
    <section aria-label=${title}>
      <h3>${title}</h3>
      <p class="figures-note">${note}</p>
      <ol class="events" tabindex="0" aria-label="Events, newest first">
        ${events.map(
          ({ id, at, title, detail, about }) => html`
            <li key=${`${id} ${at}`}>
              <strong>${title}</strong>
              <span>${`${new Date(at).toLocaleTimeString()} · ${detail}`}</span>
              <span class="about">${about}</span>
            </li>
          `,
        )}
      </ol>
    </section>
  `
}

function renderFacts({ title, facts }: Section<'facts'>): Rendered {
  return html`
    <section aria-label=${title}>
      <h3>${title}</h3>
      <dl class="facts">
        ${Object.entries(facts).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}
      </dl>
    </section>
  `
}

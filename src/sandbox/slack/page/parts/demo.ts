import { whileWorking } from '../acts/working.ts'
import { type Child, h, onClick, type VNode } from '../dom/h.ts'
import { pullLever } from '../link/demo.ts'
import type { DemoState } from '../state/demo-state.ts'
import { withNotice } from '../state/notices.ts'
import type { Page } from '../state/store.ts'

/** The demo: what was promised in figures, and levers to try it with. */
export function showDemo(page: Page): Child {
  const { demo } = page.state
  if (!demo) return undefined
  return [
    counter(demo.counter),
    bot(demo),
    h('h3', {}, 'Try it'),
    h(
      'div',
      { class: 'levers' },
      demo.levers.map((lever) => leverButton(page, lever)),
    ),
    service(demo),
  ]
}

function counter({ made, posted, waiting, lost, twice }: DemoState['counter']): VNode {
  const figure = (label: string, value: number, tone = '') =>
    h('div', { class: `figure ${tone}` }, [h('dt', {}, label), h('dd', {}, value)])
  const verdict = (value: number) => (value === 0 ? 'good' : 'bad')
  return h('section', { 'aria-label': 'Mentions' }, [
    h('h3', {}, 'Mentions'),
    h('dl', { class: 'figures' }, [
      figure('made', made),
      figure('posted', posted),
      figure('waiting', waiting, waiting === 0 ? '' : 'pending'),
      figure('lost', lost, verdict(lost)),
      figure('twice', twice, verdict(twice)),
    ]),
    lost > 0 &&
      h('p', { class: 'figures-note' }, 'Lost counts what was muted, too: nobody but the bot knows of it.'),
  ])
}

function bot({ bot: { state, pid, restarts } }: DemoState): VNode {
  const words = state === 'stopped' ? undefined : startWords(restarts, pid)
  return h('p', { class: `bot-state ${state}` }, [
    h('span', { class: 'lamp', 'aria-hidden': 'true' }),
    h('strong', {}, `The bot is ${state}`),
    words !== undefined && h('span', {}, `, ${words}`),
  ])
}

/** In one line with the lamp, so that nothing below it moves. */
function startWords(restarts: number, pid: number | undefined): string | undefined {
  if (restarts > 0) return `restarted ${restarts === 1 ? 'once' : `${restarts} times`}`
  return pid === undefined ? undefined : `process ${pid}`
}

function leverButton(page: Page, { id, label, hint, during }: DemoState['levers'][number]): VNode {
  const key = `lever/${id}`
  const isWorking = page.state.working.has(key)
  const pull = () =>
    pullLever(id).catch((error: unknown) => {
      page.set({ notices: withNotice(page.state, page.state.me, String(error)) })
    })
  return h(
    'button',
    { type: 'button', class: `lever${isWorking ? ' working' : ''}${during === '' ? '' : ' lasting'}`, key },
    [h('strong', {}, during === '' ? label : during), h('span', {}, hint)],
    onClick(() => void whileWorking(page, key, pull)),
  )
}

function service({ service: facts }: DemoState): Child {
  if (facts.length === 0) return undefined
  return h('section', { 'aria-label': 'The mention service' }, [
    h('h3', {}, 'The mention service'),
    h(
      'dl',
      { class: 'facts' },
      facts.map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
    ),
  ])
}

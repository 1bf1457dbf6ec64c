import { type Child, h, onClick, type VNode } from '../dom/h.ts'
import type { Tool } from '../state/state.ts'
import type { Page } from '../state/store.ts'
import { showDemo } from './demo.ts'
import { iconButton } from './icon-button.ts'
import { showCalls, showEnvelopes, showInspected } from './inspector.ts'

const shapes: Record<Tool, { label: string; show: (page: Page) => Child }> = {
  demo: { label: 'Demo', show: showDemo },
  calls: { label: 'Calls', show: showCalls },
  envelopes: { label: 'Envelopes', show: showEnvelopes },
  message: { label: 'Message', show: showInspected },
}

/** The pane at the right: the demo's levers, and the inspector. */
export function showTools(page: Page): VNode | undefined {
  const { tool, demo } = page.state
  if (tool === undefined) return undefined
  const tools: Tool[] = [...(demo ? (['demo'] as const) : []), 'calls', 'envelopes', 'message']
  const tab = (one: Tool) =>
    h(
      'button',
      { type: 'button', class: 'tool-tab', 'aria-current': one === tool ? 'true' : undefined, key: one },
      shapes[one].label,
      onClick(() => page.set({ tool: one })),
    )
  return h('aside', { class: 'tools', key: 'tools', 'aria-label': 'Tools' }, [
    h('header', { class: 'pane-head' }, [
      h('div', { class: 'tool-tabs', role: 'group', 'aria-label': 'Tools' }, tools.map(tab)),
      iconButton('close', 'Close the tools', () => page.set({ tool: undefined })),
    ]),
    h('div', { class: 'tool-body', key: tool, tabindex: 0 }, shapes[tool].show(page)),
  ])
}

import { describe, expect, it } from 'vitest'
import { checkBlocks } from '../../src/block-kit/blocks.ts'

/** Small pieces of Block Kit for the tables of tests, and the checks of their rows. */

export const plain = (length: number) => ({ type: 'plain_text', text: 'x'.repeat(length) })
export const mrkdwn = (length: number) => ({ type: 'mrkdwn', text: 'x'.repeat(length) })
export const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))
export const option = (fields: object = {}) => ({ text: plain(3), value: 'v', ...fields })
export const button = (fields: object = {}) => ({ type: 'button', text: plain(3), ...fields })
export const actions = (...elements: object[]) => ({ type: 'actions', elements })
export const section = (fields: object = {}) => ({ type: 'section', text: mrkdwn(3), ...fields })
export const input = (element: object, fields: object = {}) => ({
  type: 'input',
  label: plain(3),
  element,
  ...fields,
})
export const select = (fields: object = {}) => ({ type: 'static_select', options: [option()], ...fields })
export const image = (fields: object = {}) => ({
  type: 'image',
  image_url: 'https://a.example/b.png',
  alt_text: 'a',
  ...fields,
})
export const rich = (...elements: object[]) => ({ type: 'rich_text', elements })
export const richList = (fields: object) => ({
  type: 'rich_text_list',
  style: 'bullet',
  elements: [],
  ...fields,
})
export const address = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`
export const labels = (count: number) => times(count, (index) => `day ${index}`)
export const data = (count: number) => labels(count).map((label) => ({ label, value: 1 }))
export const line = (fields: object = {}) => ({
  type: 'line',
  series: [{ name: 'all', data: data(2) }],
  axis_config: { categories: labels(2) },
  ...fields,
})
export const chart = (fields: object = {}) => ({
  type: 'data_visualization',
  title: 'Mood',
  chart: line(),
  ...fields,
})
export const cell = (length = 3) => ({ type: 'raw_text', text: 'x'.repeat(length) })
export const richCell = () => rich({ type: 'rich_text_section', elements: [{ type: 'text', text: 'x' }] })
export const rows = (count: number, columns = 2) => times(count, () => times(columns, () => cell()))
export const table = (fields: object = {}) => ({ type: 'table', rows: rows(2), ...fields })
export const dataTable = (fields: object = {}) => ({
  type: 'data_table',
  caption: 'Mentions',
  rows: rows(2),
  ...fields,
})
export const alert = (fields: object = {}) => ({ type: 'alert', text: mrkdwn(3), ...fields })
export const contextActions = (...elements: object[]) => ({ type: 'context_actions', elements })
export const feedback = (fields: object = {}) => ({
  type: 'feedback_buttons',
  positive_button: { text: plain(1), value: 'good' },
  negative_button: { text: plain(1), value: 'bad' },
  ...fields,
})
export const icon = (fields: object = {}) => ({
  type: 'icon_button',
  icon: 'trash',
  text: plain(6),
  ...fields,
})
export const pie = (segments: object[]) => chart({ chart: { type: 'pie', segments } })

/**
 * A limit: its name, its value, a list of blocks of a given size, and the pointer of the error one above the limit.
 */
export type Row = [what: string, limit: number, make: (size: number) => object[], pointer: string]

/** The limit itself must pass; one more must be refused at the pointer. */
export function checkLimits(rows: Row[], surface: 'message' | 'modal' = 'message'): void {
  describe('the sandbox’s Slack accepts Block Kit at a limit and refuses Block Kit above the limit:', () => {
    it.each(rows)(
      'the limit for the %s is %i (characters, items or value)',
      (_what, limit, make, pointer) => {
        expect(checkBlocks(make(limit), surface)).toEqual([])
        expect(checkBlocks(make(limit + 1), surface).map((one) => one.pointer)).toContain(pointer)
      },
    )
  })
}

/** A wrong block: the fault, the block, the pointer and the code of the error. */
type Fault = [what: string, block: object, pointer: string, code: string]

/** Each block must be refused with exactly this one problem. */
export function checkFaults(rows: Fault[], surface: 'message' | 'modal' = 'message'): void {
  describe('the sandbox’s Slack refuses', () => {
    it.each(rows)('blocks with %s', (_what, block, pointer, code) => {
      expect(checkBlocks([block], surface)).toMatchObject([{ pointer, code }])
    })
  })
}

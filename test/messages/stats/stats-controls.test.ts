import { describe, expect, it } from 'vitest'
import { askActionPrefix, postActionId, statsActions } from '../../../src/messages/stats-answer.ts'
import { parseStatsQuestion } from '../../../src/stats/parse-stats-question.ts'
import type { StatsQuestion } from '../../../src/stats/question.ts'

const question: StatsQuestion = {
  alert: '42',
  choice: { kind: 'days', days: 30 },
  granularity: 'week',
  sources: ['reddit'],
  more: false,
}

/** Label, action id and the question behind each control, in order. */
function controls(asked: StatsQuestion): { label: string; id: string; asks: unknown }[] {
  return statsActions(asked).flatMap(({ elements }) =>
    Array.isArray(elements)
      ? elements.map((element) => ({
          label: String(element.text.text),
          id: String(element.action_id),
          asks: parseStatsQuestion(String(element.value)),
        }))
      : [],
  )
}

const press = (label: string, asked = question) =>
  controls(asked).find((control) => control.label === label)?.asks

describe('a press asks', () => {
  const { granularity: _, ...byLength } = question

  it.each([7, 30, 90])('%i d: that range, by a granularity that fits it', (count) =>
    expect(press(`${count} d`)).toEqual({
      kind: 'question',
      question: { ...byLength, choice: { kind: 'days', days: count } },
    }),
  )

  it('More…: the same, longer', () =>
    expect(press('More… (by source)')).toEqual({ kind: 'question', question: { ...question, more: true } }))

  it('Less: the same, shorter, of all sources', () =>
    expect(press('Less', { ...question, more: true })).toEqual({
      kind: 'question',
      question: { ...question, sources: [] },
    }))

  it('a source: that source only', () =>
    expect(press('Web', { ...question, more: true })).toEqual({
      kind: 'question',
      question: { ...question, more: true, sources: ['web'] },
    }))

  it('Post to channel: what is shown', () =>
    expect(press('Post to channel')).toEqual({ kind: 'question', question }))
})

it('every control can be told from the others', () => {
  const ids = controls({ ...question, more: true }).map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => id === postActionId || id.startsWith(askActionPrefix))).toBe(true)
})

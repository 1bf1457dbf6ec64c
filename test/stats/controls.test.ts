import { describe, expect, it } from 'vitest'
import { askActionPrefix, postActionId, statsActions } from '../../src/stats/answer.ts'
import { parseStatsQuestion } from '../../src/stats/parse-stats-question.ts'
import type { StatsQuestion } from '../../src/stats/question.ts'

const question: StatsQuestion = {
  alert: '42',
  choice: { kind: 'days', days: 30 },
  granularity: 'week',
  sources: ['reddit'],
  more: false,
}

type Control = { label: string; id: string; asks: unknown }

/** Each button, and each option of a select: its label, the action id, and the question behind it. */
function controls(asked: StatsQuestion): Control[] {
  const controlOf = (id: unknown, { text, value }: { text: { text: string }; value: string }): Control => ({
    label: text.text,
    id: String(id),
    asks: parseStatsQuestion(value),
  })
  return statsActions(asked).flatMap(({ elements }) =>
    Array.isArray(elements)
      ? elements.flatMap((element): Control[] =>
          Array.isArray(element.options)
            ? element.options.map((option: { text: { text: string }; value: string }) =>
                controlOf(element.action_id, option),
              )
            : [controlOf(element.action_id, element)],
        )
      : [],
  )
}

const press = (label: string, asked = question) =>
  controls(asked).find((control) => control.label === label)?.asks

describe('a control of the stats answer', () => {
  const { granularity: _, ...byLength } = question

  it.each([7, 90])('can ask for the last %i days, and then leaves the granularity to the bot', (count) =>
    expect(press(`Last ${count} days`)).toEqual({
      kind: 'question',
      question: { ...byLength, choice: { kind: 'days', days: count } },
    }),
  )

  it('can ask the same question with longer lists if it is the button “Breakdown”', () =>
    expect(press('Breakdown')).toEqual({ kind: 'question', question: { ...question, more: true } }))

  it('can ask the same question with shorter lists if it is the button “Summary”', () =>
    expect(press('Summary', { ...question, more: true })).toEqual({ kind: 'question', question }))

  it('can ask for this month', () =>
    expect(press('This month')).toEqual({
      kind: 'question',
      question: { ...byLength, choice: { kind: 'named', name: 'this month' } },
    }))

  it('can ask for one source only', () =>
    expect(press('Web', { ...question, more: true })).toEqual({
      kind: 'question',
      question: { ...question, more: true, sources: ['web'] },
    }))

  it('can post the answer to the shown question to the channel', () =>
    expect(press('Post to channel')).toEqual({ kind: 'question', question }))
})

it('all controls of a stats answer have different ids', () => {
  const [{ elements } = { elements: [] }] = statsActions({ ...question, more: true })
  const ids = Array.isArray(elements) ? elements.map(({ action_id }) => String(action_id)) : []
  expect(ids).toHaveLength(4)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => id === postActionId || id.startsWith(askActionPrefix))).toBe(true)
})

it('the menu of ranges in a stats answer begins with the range that somebody typed', () => {
  const typed: StatsQuestion = {
    ...question,
    choice: { kind: 'dates', from: '2026-10-01', to: '2026-10-12' },
  }
  expect(controls(typed)[0]).toMatchObject({ label: 'Oct 1 – 12, 2026', asks: { question: typed } })
})

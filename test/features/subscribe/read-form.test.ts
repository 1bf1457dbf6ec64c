import { describe, expect, it } from 'vitest'
import { subscribeInputs, subscribeModal } from '../../../src/features/subscribe/form.ts'
import { parseSubscribeForm } from '../../../src/features/subscribe/read-form.ts'
import type { Subscription } from '../../../src/model/subscription.ts'
import { firesHourly } from '../../../src/scheduler/cron.ts'
import { everySetting, missingSettings } from '../../tools/every-setting.ts'
import { faultsOfModal } from '../../tools/message-checks.ts'
import { subscriptionOf } from '../../tools/story-world.ts'
import { untouchedValues } from './untouched-form.ts'

const submission = { user: 'U1', view: 'V1', trigger: '', metadata: '', actionValue: '' }
const context = { before: subscriptionOf({ dedupe: 'url' }), timezone: 'UTC', showsMore: true, firesHourly }

const wholeForm = () =>
  subscribeModal({ offered: [], chosen: {}, edits: 'acme', timezone: 'UTC', showsMore: true })

it.each(['none', 'url', 'story'])(
  'the subscription form reads the choice “%s” for repeated news',
  (chosen) => {
    const { blocks } = wholeForm()
    const offered = JSON.stringify(blocks.find(({ block_id }) => block_id === subscribeInputs.dedupe))
    expect(offered).toContain(`"value":"${chosen}"`)
    const read = parseSubscribeForm(
      { ...submission, values: new Map([[subscribeInputs.dedupe, chosen]]) },
      context,
    )
    expect(read).toMatchObject({ kind: 'settings' })
    expect(read.kind === 'settings' && (read.settings.dedupe ?? 'none')).toBe(chosen)
  },
)

/** The values of a form that nobody has changed. */
function untouched(chosen: Subscription, showsMore = true) {
  const { blocks } = subscribeModal({ offered: [], chosen, edits: chosen.name, timezone: 'UTC', showsMore })
  return untouchedValues(blocks)
}

it.each([
  ['job*, press release', ['job*', 'press release']],
  ['“job opening”; "a, b"', ['job opening', 'a, b']],
  ['5" screen, "half', ['5" screen', '"half']],
  [' , ;; ""', undefined],
])(
  'the subscription form reads “%s” as separate excluded words, and shows these words again',
  (written, text) => {
    const values = new Map([[subscribeInputs.exceptText, written]])
    const read = parseSubscribeForm({ ...submission, values }, context)
    const settings = read.kind === 'settings' ? read.settings : undefined
    expect(settings?.except?.text).toEqual(text)
    const shown = untouched({ name: 'acme', ...(settings ?? subscriptionOf()) })
    const again = parseSubscribeForm({ ...submission, values: shown }, context)
    expect(again.kind === 'settings' && again.settings.except?.text).toEqual(text)
  },
)

it('the subscription form refuses an excluded word that is too long', () => {
  const read = (text: string) =>
    parseSubscribeForm({ ...submission, values: new Map([[subscribeInputs.exceptText, text]]) }, context)
  const fitting = 'x'.repeat(200)
  expect(read(`${fitting}, ${fitting}`)).toMatchObject({ kind: 'settings' })
  expect(read(`job, ${fitting}x`)).toEqual({
    kind: 'wrong',
    errors: {
      [subscribeInputs.exceptText]: 'Each entry has at most 200 characters. Separate entries with commas.',
    },
  })
})

it('the menus of the subscription form offer every source, language and country, in groups that Slack accepts', () => {
  const { blocks } = wholeForm()
  const shown = JSON.stringify(blocks)
  for (const label of ['News and blogs', 'Not rated', 'Unknown', 'Swahili', 'United Kingdom', 'A – G'])
    expect(shown).toContain(`"${label}"`)
  expect(faultsOfModal(blocks)).toEqual([])
})

it('the subscription form reads the choices of its menus, and keeps a pattern that no menu offers', () => {
  const before = subscriptionOf({ only: { source: ['my-*'], country: ['us', 'DE'] } })
  const shown = untouched(before)
  expect(shown.get('source')).toEqual(['my-*'])
  const values = shown.set('language', ['en', 'unknown']).set('source', ['my-*', 'reddit'])
  const read = parseSubscribeForm({ ...submission, values }, { ...context, before })
  expect(read.kind === 'settings' && read.settings.only).toEqual({
    source: ['my-*', 'reddit'],
    language: ['en', 'unknown'],
    country: ['us', 'DE'],
  })
})

it.each([
  ['1000', 1000],
  ['', undefined],
  ['1.5', 'wrong'],
])('the subscription form reads a minimum reach of "%s" as %s', (written, from) => {
  const values = new Map([[subscribeInputs.reach, written]])
  const read = parseSubscribeForm({ ...submission, values }, context)
  expect(read.kind === 'settings' ? read.settings.only?.reach?.from : read.kind).toBe(from)
})

it('the subscription form names the time zone of quiet hours', () => {
  const said = (chosen: Partial<Subscription>) =>
    JSON.stringify(subscribeModal({ offered: [], chosen, timezone: 'Asia/Tokyo', showsMore: true }).blocks)
  expect(said({})).toContain('Your time zone: Asia/Tokyo')
  const quiet = { from: '22:00', to: '07:00', timezone: 'Europe/Berlin' }
  expect(said({ quiet })).toContain('Time zone: Europe/Berlin, as it was set')
})

it('the subscription form says which quiet hours count without hours of its own', () => {
  const common = { from: '21:30', to: '06:00', timezone: 'Europe/Berlin' }
  const quietFrom = (form: Partial<Parameters<typeof subscribeModal>[0]>) =>
    subscribeModal({
      ...{ offered: [], chosen: {}, timezone: 'Asia/Tokyo', showsMore: true },
      ...form,
    }).blocks.find(({ block_id }) => block_id === subscribeInputs.quietFrom)
  expect(quietFrom({ commonQuiet: common })).toMatchObject({
    hint: {
      text: 'If you leave this empty, the quiet hours of all subscriptions count: 21:30 to 06:00 (Europe/Berlin).',
    },
  })
  expect(quietFrom({ commonQuiet: common })).not.toHaveProperty('element.initial_time')
  expect(quietFrom({})).not.toHaveProperty('hint')
})

describe('editing a subscription in the form', () => {
  const before = everySetting()
  const edited = (values: Map<string, string | string[]>) => {
    const read = parseSubscribeForm({ ...submission, values }, { ...context, before })
    return read.kind === 'settings' ? read.settings : undefined
  }

  it('keeps every setting that was not changed', () => {
    expect(missingSettings()).toEqual([])
    expect(edited(untouched(before))).toEqual(before)
  })

  it('keeps the settings of the form’s second part if only its first part is open', () => {
    const values = untouched(before, false)
    expect(values.has(subscribeInputs.exceptText)).toBe(false)
    const read = parseSubscribeForm({ ...submission, values }, { ...context, before, showsMore: false })
    expect(read.kind === 'settings' && read.settings).toEqual(before)
  })

  it('adds no setting that says what counts anyway', () => {
    const plain = subscriptionOf()
    const context = { timezone: 'UTC', showsMore: true, firesHourly, before: plain }
    const read = parseSubscribeForm({ ...submission, values: untouched(plain) }, context)
    expect(read).toEqual({ kind: 'settings', settings: plain })
    const full = untouched(everySetting()).set(subscribeInputs.style, 'full')
    expect(edited(full)?.style).toBe('full')
  })

  it.each([
    ['that fill the input only without blanks between them', 428, 6],
    ['that are too many for any input', 501, 6],
    ['of more than a thousand characters', 142, 6],
  ])('keeps excluded words %s, if only the schedule changes', (_which, count, length) => {
    const text = Array.from({ length: count }, (_, index) => String(index).padStart(length, 'w'))
    const before = subscriptionOf({ except: { text } })
    const values = untouched(before).set(subscribeInputs.schedule, '0 9 * * *')
    const read = parseSubscribeForm({ ...submission, values }, { ...context, before })
    expect(read).toMatchObject({ kind: 'settings', settings: { schedule: '0 9 * * *', except: { text } } })
  })

  it('says how many excluded words no input can show', () => {
    const text = Array.from({ length: 501 }, (_, index) => String(index).padStart(6, 'w'))
    const chosen = subscriptionOf({ except: { text } })
    const { blocks } = subscribeModal({
      ...{ offered: [], chosen, edits: 'acme', timezone: 'UTC', showsMore: true },
    })
    expect(JSON.stringify(blocks)).toContain('501 excluded words: too many for a form.')
    expect(faultsOfModal(blocks)).toEqual([])
  })

  it('reads a word more than those that the input showed without blanks', () => {
    const text = Array.from({ length: 400 }, (_, index) => String(index).padStart(6, 'w'))
    const before = subscriptionOf({ except: { text } })
    const values = untouched(before)
    values.set(subscribeInputs.exceptText, `${values.get(subscribeInputs.exceptText)},more`)
    const read = parseSubscribeForm({ ...submission, values }, { ...context, before })
    expect(read).toMatchObject({ kind: 'settings', settings: { except: { text: [...text, 'more'] } } })
  })

  it.each(['the café’s “menu”', 'two  blanks', '"quoted", and more', ' blank'])(
    'keeps the excluded word %j of a configuration as it is, if the input is left as it was',
    (word) => {
      const before = subscriptionOf({ except: { text: ['job', word] } })
      const read = parseSubscribeForm({ ...submission, values: untouched(before) }, { ...context, before })
      expect(read).toMatchObject({ kind: 'settings', settings: { except: { text: ['job', word] } } })
    },
  )

  it('removes the excluded words if their input is emptied', () => {
    const before = subscriptionOf({ except: { text: ['job'] } })
    const values = untouched(before)
    values.delete(subscribeInputs.exceptText)
    const read = parseSubscribeForm({ ...submission, values }, { ...context, before })
    expect(read.kind === 'settings' && read.settings.except).toEqual({})
  })

  it.each([
    ['keeps the time zone of a schedule that fires once a day', '0 9 * * *', 'Asia/Tokyo'],
    ['changes the time zone to UTC if the schedule fires in every hour', '*/2 * * * *', 'UTC'],
  ])('%s', (_what, schedule, timezone) => {
    const values = untouched(before).set(subscribeInputs.schedule, schedule)
    expect(edited(values)).toEqual({ ...before, schedule, timezone })
  })
})

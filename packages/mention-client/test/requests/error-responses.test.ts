import { describe, expect, it } from 'vitest'
import { assumedErrors, errorFromResponse } from '../../src/requests/error-responses.ts'
import type { HttpResponse } from '../../src/requests/http.ts'

const nowMs = Date.UTC(2026, 0, 1)
const read = (answer: HttpResponse, forAlert = true) =>
  errorFromResponse(answer, { forAlert, nowMs, scrub: (text) => text })
const body = (code: unknown, message: unknown = 'no') => JSON.stringify({ error: { code, message } })

describe('a documented error of the mention service', () => {
  const rows = [
    [404, 1, 'no_such_method', 'never', undefined],
    [503, 10, 'busy', 'later', undefined],
    [403, 11, 'rate_limited', 'later', 60_000],
    [403, 12, 'rate_limited', 'later', 3_000],
    [401, 20, 'unauthorized', 'when_replaced', undefined],
    [401, 21, 'unauthorized', 'when_replaced', undefined],
    [401, 22, 'unauthorized', 'when_replaced', undefined],
    [401, 23, 'unauthorized', 'when_replaced', undefined],
    [404, 30, 'alert_not_found', 'never', undefined],
    [400, 40, 'bad_parameter', 'never', undefined],
    [400, 41, 'leads_alert', 'never', undefined],
    [503, 50, 'busy', 'later', undefined],
    [503, 51, 'unauthorized', 'when_replaced', undefined],
    [503, 52, 'busy', 'later', undefined],
    [503, 53, 'timeout', 'later', undefined],
    [500, 54, 'unexpected', 'later', undefined],
  ] as const

  it.each(rows)(
    'with HTTP %i and code %i has the kind %s and the retry class %s',
    (status, code, kind, retry, afterMs) => {
      expect(read({ status, text: body(code) })).toMatchObject({ status, code, kind, retry, afterMs })
    },
  )

  it.each(rows)(
    'that is documented with HTTP %i and the code %i is recognized by its code if it comes with HTTP 200',
    (_, code, kind, retry) => {
      expect(read({ status: 200, text: body(String(code)) })).toMatchObject({ code, kind, retry })
    },
  )

  it('has an entry in our table, and the table has no undocumented entry', () => {
    const tested = rows.map(([status, code]) => `${status}/${code}`)
    expect(Object.keys(assumedErrors).sort()).toEqual(tested.sort())
  })

  it('has a different sentence for each of the codes 20 to 23, which are about the account', () => {
    const sentences = [20, 21, 22, 23].map((code) => read({ status: 401, text: body(code) }).message)
    expect(new Set(sentences).size).toBe(4)
  })
})

describe('an undocumented error, for example from a proxy,', () => {
  it.each([
    [300, '', 'unexpected', 'never'],
    [400, 'nope', 'bad_parameter', 'never'],
    [401, '<html>', 'unauthorized', 'when_replaced'],
    [402, '', 'unexpected', 'never'],
    [403, '<html>', 'unauthorized', 'when_replaced'],
    [403, body(99), 'unauthorized', 'when_replaced'],
    [404, '<html>', 'no_such_method', 'never'],
    [404, body(404), 'alert_not_found', 'never'],
    [405, '', 'no_such_method', 'never'],
    [408, '', 'timeout', 'later'],
    [413, '', 'too_large', 'never'],
    [418, '', 'unexpected', 'never'],
    [422, '{}', 'bad_parameter', 'never'],
    [429, '', 'rate_limited', 'later'],
    [500, '<html>', 'unexpected', 'later'],
    [501, '', 'no_such_method', 'never'],
    [502, '<html>', 'busy', 'later'],
    [503, '', 'busy', 'later'],
    [503, body(99), 'busy', 'later'],
    [504, '<html>', 'timeout', 'later'],
    [520, '<html>', 'busy', 'later'],
    [999, '', 'unexpected', 'later'],
  ])('with HTTP %i and the body %j has the kind %s and the retry class %s', (status, text, kind, retry) => {
    expect(read({ status, text })).toMatchObject({ status, kind, retry })
  })

  it('with HTTP 404 is reported as a wrong address if the request was not about an alert', () => {
    expect(read({ status: 404, text: body(404) }, false).kind).toBe('no_such_method')
  })

  it.each([
    ['30', 30_000],
    ['0', 0],
    ['Thu, 01 Jan 2026 00:02:00 GMT', 120_000],
    ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
    ['901', 900_000],
    ['999999999', 900_000],
    ['99999999999999999999', 900_000],
    ['1e400', 60_000],
    ['2.5', 2500],
    ['Fri, 01 Jan 2126 00:00:00 GMT', 900_000],
    ['soon', 60_000],
    ['-5', 60_000],
  ])('with HTTP 429 and Retry-After %j is retried after %i ms', (retryAfter, afterMs) => {
    expect(read({ status: 429, text: '', retryAfter }).afterMs).toBe(afterMs)
  })

  it.each([
    ['two minutes ahead of ours', 'Thu, 01 Jan 2026 00:02:00 GMT'],
    ['two minutes behind ours', 'Wed, 31 Dec 2025 23:58:00 GMT'],
  ])('with a date in Retry-After is retried by the service’s clock, which is %s', (_what, date) => {
    const retryAfter = new Date(Date.parse(date) + 30_000).toUTCString()
    expect(read({ status: 429, text: '', retryAfter, date }).afterMs).toBe(30_000)
  })

  it('has no time for a retry, in spite of Retry-After, if a retry cannot help', () => {
    expect(read({ status: 401, text: '', retryAfter: '5' }).afterMs).toBeUndefined()
  })
})

describe('the sentence of an error', () => {
  it.each([
    [429, '', '5', 'Trying again helps in 5 s.'],
    [429, '', '600', 'Trying again helps in 10 min.'],
    [429, '', '86400', 'Trying again helps in 15 min.'],
    [500, '', undefined, 'Trying again later can help.'],
    [404, '', undefined, 'Trying the same again does not help.'],
    [401, '', undefined, 'It works again once the access token'],
  ])('with HTTP %i, the body %j and Retry-After %j contains "%s"', (status, text, retryAfter, advice) => {
    const answer = retryAfter === undefined ? { status, text } : { status, text, retryAfter }
    expect(read(answer).message).toContain(advice)
  })

  it.each([
    ['Parameter "date_from" is invalid', 'date_from'],
    ["'sort_by' must be one of", 'sort_by'],
    ['something is wrong', undefined],
  ])('for the message %j names the parameter %s (undefined: none)', (message, parameter) => {
    const error = read({ status: 400, text: body(40, message) })
    expect(error.parameter).toBe(parameter)
    if (parameter !== undefined) expect(error.message).toContain(parameter)
  })

  it('does not contain the service’s own message, which is kept separately as one line of at most 200 characters', () => {
    const error = read({ status: 500, text: body(54, `<!channel>\n${'x'.repeat(900)}`) })
    expect(error.message).not.toContain('channel')
    expect(error.detail).toMatch(/^<!channel> x+$/)
    expect(error.detail).toHaveLength(200)
  })
})

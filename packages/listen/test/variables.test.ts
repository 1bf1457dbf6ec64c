import { expect, it } from 'vitest'
import { SourceSettingsError } from '../src/settings.ts'
import { missingVariables, withVariables } from '../src/variables.ts'

it('settings get the values of the environment variables that they name, at any depth', () => {
  const settings = {
    intake: {
      senders: { shop: { secretEnv: ['NEW_SECRET', 'OLD_SECRET'] }, n8n: { tokenEnv: 'N8N_TOKEN' } },
    },
    bluesky: { servers: ['wss://a.example'], on: true, nothing: null },
    ...{ 'hacker-news': true, news: false },
  }
  expect(withVariables(settings, { NEW_SECRET: 'b', OLD_SECRET: 'a', N8N_TOKEN: ' t \n' })).toEqual({
    intake: { senders: { shop: { secret: ['b', 'a'] }, n8n: { token: 't' } } },
    bluesky: { servers: ['wss://a.example'], on: true, nothing: null },
    ...{ 'hacker-news': true, news: false },
  })
})

it('a missing environment variable is named with the place that needs it, and no value of another is shown', () => {
  const settings = { intake: { senders: { shop: { secretEnv: ['OLD', 'NEW'] } } } }
  for (const NEW of [undefined, '', ' '])
    expect(() => withVariables(settings, { OLD: 'hidden', NEW })).toThrow(
      new SourceSettingsError('intake.senders.shop.secretEnv: the environment variable NEW is missing'),
    )
})

it('what is no name of an environment variable stays for the check of the settings', () => {
  for (const one of [
    { tokenEnv: 'no name' },
    { tokenEnv: 7 },
    { tokenEnv: [] },
    { token: [null, 'tokenEnv'] },
  ])
    expect(withVariables({ intake: one }, {})).toEqual({ intake: one })
})

it('all missing variables are listed with their sources', () => {
  const settings = {
    intake: { senders: { a: { secretEnv: ['A', 'B'] } } },
    bluesky: { tokenEnv: 'C' },
    news: true,
  }
  expect(missingVariables(settings, { B: 'hidden' })).toEqual([
    { source: 'intake', place: 'intake.senders.a.secretEnv', variable: 'A' },
    { source: 'bluesky', place: 'bluesky.tokenEnv', variable: 'C' },
  ])
})

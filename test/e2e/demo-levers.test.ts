import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { startDemo } from '../../src/cli/demo.ts'
import { hasChromium, openTab, type Tab } from '../sandbox/slack/page/browser.ts'
import { onPostgres } from '../tools/e2e/bot-world.ts'

/** The levers of the demo in a browser, with the real bot. */

const path = process.env.PATH
const state = z.object({ counter: z.object({ waiting: z.number(), lost: z.number(), twice: z.number() }) })

describe.skipIf(!hasChromium || onPostgres)('in the demo (needs a browser),', () => {
  let keep: string
  let demo: Awaited<ReturnType<typeof startDemo>>
  let tab: Tab
  beforeAll(async () => {
    keep = mkdtempSync(join(tmpdir(), 'overheard-demo-levers-'))
    const variables = { PATH: path }
    demo = await startDemo({ service: 'embedded', port: 0, keep, variables, print: () => undefined })
    tab = await openTab()
    await tab.visit(demo.url)
    await tab.page.getByText('support', { exact: true }).first().click()
    await tab.page.getByText('Watching Acme support').first().waitFor({ timeout: 60_000 })
    // After this the baseline is known, so a spike can be detected.
    const known = join(keep, 'data', 'weather-1004.json')
    await vi.waitUntil(() => existsSync(known), { timeout: 60_000 })
  })
  afterAll(async () => {
    await tab?.close()
    await demo?.stop()
    rmSync(keep, { recursive: true, force: true })
  })

  it('the lever "A crisis" makes one live card in the channel, and the counter of lost and repeated mentions stays at zero', async () => {
    await tab.page.getByRole('button', { name: /A crisis/ }).click()
    await tab.page
      .getByText(/Spike in negative mentions: /)
      .first()
      .waitFor({ timeout: 60_000 })
    await expect
      .poll(async () => (await stateOf(demo.url)).counter, { timeout: 60_000 })
      .toMatchObject({ waiting: 0, lost: 0, twice: 0 })
  })

  it('the lever "A story travels" makes one growing card, and a second card at tenfold reach', async () => {
    await tab.page.getByRole('button', { name: /A story travels/ }).click()
    await tab.page.getByText('general', { exact: true }).first().click()
    for (const line of ['Picked up by 12 sites · 1.3M combined reach', 'Still spreading: now on 13 sites'])
      await tab.page.getByText(line).first().waitFor({ timeout: 60_000 })
    const cards = tab.page.getByRole('link', { name: /Acme lets \d+ companies/ })
    expect(await cards.count()).toBe(2)
  })

  it('the page shows the remaining seconds of a Slack outage until it ends', async () => {
    await tab.page.getByRole('button', { name: /Slack is down for 30 s/ }).click()
    await tab.page.getByRole('button', { name: /Slack is down: 2\d s left/ }).waitFor({ timeout: 10_000 })
    await tab.page.getByRole('button', { name: /Slack is down for 30 s/ }).waitFor({ timeout: 40_000 })
  })
})

async function stateOf(url: string) {
  return state.parse(await (await fetch(new URL('/_demo/state', url))).json())
}

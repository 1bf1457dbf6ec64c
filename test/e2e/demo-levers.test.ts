import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { startDemo } from '../../src/cli/demo.ts'
import { hasChromium, openTab, type Tab } from '../sandbox/slack/page/browser.ts'
import { onPostgres } from '../tools/e2e/bot-world.ts'

/** The demo with its real bot, in a browser: what the levers "A crisis" and "A story travels" do. */

const path = process.env.PATH
const state = z.object({ counter: z.object({ waiting: z.number(), lost: z.number(), twice: z.number() }) })

describe.skipIf(!hasChromium || onPostgres)('in the demo (always in a folder; wants a browser)', () => {
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
    // Then what is usual is known, and a storm can be told from it.
    const known = join(keep, 'data', 'weather-1004.json')
    await vi.waitUntil(() => existsSync(known), { timeout: 60_000 })
  })
  afterAll(async () => {
    await tab?.close()
    await demo?.stop()
    rmSync(keep, { recursive: true, force: true })
  })

  it('a crisis is one card in the channel that counts, and the counter stays exact', async () => {
    await tab.page.getByRole('button', { name: /A crisis/ }).click()
    await tab.page
      .getByText(/Storm: 6\d mentions/)
      .first()
      .waitFor({ timeout: 60_000 })
    await expect
      .poll(async () => (await stateOf(demo.url)).counter, { timeout: 60_000 })
      .toMatchObject({ waiting: 0, lost: 0, twice: 0 })
  })

  it('a story is one card that grows, and at tenfold reach a second', async () => {
    await tab.page.getByRole('button', { name: /A story travels/ }).click()
    await tab.page.getByText('general', { exact: true }).first().click()
    for (const line of ['Picked up by 12 sites · 1.3M combined reach', 'Still spreading: now on 13 sites'])
      await tab.page.getByText(line).first().waitFor({ timeout: 60_000 })
    const cards = tab.page.getByRole('link', { name: /Acme lets \d+ companies/ })
    expect(await cards.count()).toBe(2)
  })

  it('an outage is told with the seconds that are left, as long as it lasts', async () => {
    await tab.page.getByRole('button', { name: /Slack is down for 30 s/ }).click()
    await tab.page.getByRole('button', { name: /Slack is down: 2\d s left/ }).waitFor({ timeout: 10_000 })
    await tab.page.getByRole('button', { name: /Slack is down for 30 s/ }).waitFor({ timeout: 40_000 })
  })
})

async function stateOf(url: string) {
  return state.parse(await (await fetch(new URL('/_demo/state', url))).json())
}

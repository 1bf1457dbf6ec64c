import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faultsOfPage, hasChecker } from '../w3c.ts'
import { hasChromium, openTab, type Tab } from './browser.ts'
import { panelHandler } from './sample-panel.ts'
import { openScene, postEverything } from './scene.ts'

describe.skipIf(!hasChromium || !hasChecker)('the W3C’s checker of HTML finds no fault in', () => {
  let tab: Tab
  beforeAll(async () => {
    tab = await openTab()
  })
  afterAll(() => tab?.close())

  it('a channel with every block, an open thread, the inspector and an open form', async () => {
    const scene = await openScene(panelHandler().handler)
    const { page } = tab
    await tab.visit(scene.url)
    await postEverything(scene)
    await page.getByText('2 replies').click()
    await page.getByRole('button', { name: 'Inspector' }).click()
    expect(await faultsOfPage(await page.content())).toEqual([])
    await page.getByLabel('Message #general').fill('/mentions ')
    await page.getByLabel('Message #general').press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Subscribe' }).waitFor()
    expect(await faultsOfPage(await page.content())).toEqual([])
  })

  it('the home tab', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url)
    await page.getByRole('navigation', { name: 'Channels' }).getByRole('button', { name: 'your-app' }).click()
    await page.getByRole('heading', { name: 'Your alerts' }).waitFor()
    expect(await faultsOfPage(await page.content())).toEqual([])
  })

  it('the page before it has connected', async () => {
    const scene = await openScene()
    expect(await faultsOfPage(await (await fetch(scene.url)).text())).toEqual([])
  })
})

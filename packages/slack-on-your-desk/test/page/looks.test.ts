import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { encode } from '../../src/page/text/mrkdwn.ts'
import { clientOf } from '../open.ts'
import { hasChromium, openTab, seriousFaults, type Tab } from './browser.ts'
import { hostile } from './hostile.ts'
import { panelHandler } from './sample-panel.ts'
import { openScene, postCard, postEverything } from './scene.ts'

describe.skipIf(!hasChromium)('the layout of the sandbox’s Slack page', () => {
  let tab: Tab
  beforeAll(async () => {
    tab = await openTab()
  })
  afterAll(() => tab?.close())

  it.each(['light', 'dark'] as const)(
    'has no serious accessibility fault in the %s scheme',
    async (colorScheme) => {
      const scene = await openScene(panelHandler().handler)
      const { page, faults } = tab
      await tab.visit(scene.url, { colorScheme })
      await postEverything(scene)
      await page.getByText('2 replies').click()
      expect(await seriousFaults(page)).toEqual([])
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByLabel('Message #general').fill('/m')
      await page.getByRole('button', { name: 'Inspector' }).click()
      expect(await seriousFaults(page)).toEqual([])
      await page.getByLabel('Message #general').fill('/mentions ')
      await page.getByLabel('Message #general').press('Enter')
      await page.getByRole('dialog').getByRole('button', { name: 'Subscribe' }).click()
      await page.getByText('Please complete this required field.').waitFor()
      expect(await seriousFaults(page)).toEqual([])
      expect(faults).toEqual([])
    },
  )

  it('follows the system’s colour scheme until the user chooses one, which the next visit keeps', async () => {
    const scene = await openScene()
    const { page } = tab
    await tab.visit(scene.url, { colorScheme: 'dark' })
    const ground = () => page.evaluate('getComputedStyle(document.querySelector("main")).backgroundColor')
    expect(await ground()).toBe('rgb(27, 29, 36)')
    await page.getByRole('button', { name: 'Dark or light' }).click()
    await expect.poll(ground).toBe('rgb(255, 255, 255)')
    await page.reload()
    await page.getByRole('main').waitFor()
    expect(await ground()).toBe('rgb(255, 255, 255)')
  })

  it('fits 380 px: channels are a drawer, a thread fills the screen, nothing scrolls sideways', async () => {
    const scene = await openScene(panelHandler().handler)
    const { page, faults } = tab
    await tab.visit(scene.url, { width: 380, height: 760 })
    await postEverything(scene)
    await page.getByText('2 replies').waitFor()
    const overflow = () =>
      page.evaluate('document.documentElement.scrollWidth + document.querySelector(".scroll").scrollWidth')
    expect(await overflow()).toBe(760)
    expect(await seriousFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Channels', exact: true }).click()
    await page
      .getByRole('navigation', { name: 'Channels' })
      .getByRole('button', { name: /support/ })
      .click()
    await page.getByText('Who has the refund thread?').waitFor()
    await page.getByRole('article').hover()
    await page.getByRole('button', { name: 'Reply in thread' }).click()
    const thread = await page.getByRole('complementary', { name: 'Thread' }).boundingBox()
    expect(thread).toMatchObject({ x: 0, y: 0, width: 380, height: 760 })
    expect(faults).toEqual([])
  })

  it('shows hostile text literally in blocks and in users’ messages', async () => {
    const scene = await openScene()
    const { page, faults } = tab
    await tab.visit(scene.url)
    for (const text of hostile) {
      const line = { type: 'rich_text_section' as const, elements: [{ type: 'text' as const, text }] }
      const blocks = [
        { type: 'rich_text' as const, elements: [line] },
        { type: 'header' as const, text: { type: 'plain_text' as const, text } },
      ]
      await clientOf(scene).chat.postMessage({ channel: 'C000GENERAL', text: 'x', blocks })
      scene.people.post('ben', { channel: 'general', text: encode(text) })
    }
    const articles = page.getByRole('article')
    await expect.poll(() => articles.count()).toBe(2 * hostile.length)
    const shown = await articles.locator('.content').allTextContents()
    expect(shown).toEqual(hostile.flatMap((text) => [text + text, text]))
    expect(await articles.locator('script, img, iframe, a').count()).toBe(0)
    expect(await page.evaluate('window.wasHit')).toBeUndefined()
    expect(faults).toEqual([])
  })

  it('shows invalid blocks as far as possible, and no links to scripts', async () => {
    const scene = await openScene()
    const { page, faults } = tab
    await tab.visit(scene.url)
    const blocks = [
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [{ type: 'link', url: 'javascript:wasHit=1', text: 'click' }],
          },
        ],
      },
      {
        type: 'actions',
        elements: [
          { type: 'button', url: 'javascript:wasHit=1', text: { type: 'plain_text', text: 'lead' } },
        ],
      },
      { type: 'section', text: 7, fields: 'none' },
      { type: 'data_visualization', chart: { type: 'line' } },
      { type: 'unheard_of' },
      { type: '__proto__' },
    ]
    scene.people.postAsOtherApp({ channel: 'general', text: 'x', blocks })
    await page.getByText('click').waitFor()
    await page.getByRole('button', { name: 'lead' }).waitFor()
    expect(await page.getByRole('article').getByRole('link').count()).toBe(0)
    await page.getByText('(A block of the type "unheard_of")').waitFor()
    await page.getByText('(A block of the type "__proto__")').waitFor()
    await postCard(scene)
    await page.getByRole('button', { name: 'Claim' }).waitFor()
    expect(faults).toEqual([])
  })
})

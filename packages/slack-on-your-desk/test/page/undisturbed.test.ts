import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clientOf } from '../open.ts'
import { hasChromium, openTab, type Tab } from './browser.ts'
import { card } from './sample-blocks.ts'
import { openScene, postBurst, postCard, type Scene } from './scene.ts'

/** More messages than a channel shows at first, so that the oldest would disappear. */
const flood = 120

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).press('Enter')
  await page.keyboard.press('ArrowDown')
  await expectFocusOn(page, 'Mute site…')
}

function expectFocusOn(page: Page, text: string): Promise<void> {
  return expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe(text)
}

async function arrive(scene: Scene, page: Page): Promise<void> {
  for (let index = 1; index <= flood; index += 1)
    scene.people.post('ben', { channel: 'general', text: `Message ${index} of ${flood}` })
  await postBurst(scene, 3)
  await page.getByRole('main').getByText('Mention 3 of 3').waitFor()
}

async function expectMuteSiteChosen(scene: Scene): Promise<void> {
  await expect.poll(() => JSON.stringify(scene.control.envelopes().at(-1)?.payload)).toContain('"mute site…"')
}

describe.skipIf(!hasChromium)(
  'a person who uses the sandbox’s Slack page is not disturbed, because the page',
  () => {
    let tab: Tab
    beforeAll(async () => {
      tab = await openTab()
    })
    afterAll(() => tab?.close())

    it('handles keys that come faster than the page renders', async () => {
      const scene = await openScene()
      const { page } = tab
      await tab.visit(scene.url)
      await postCard(scene)
      const dots = page.getByRole('button', { name: 'More actions' })
      await dots.waitFor()
      await page.evaluate('window.requestAnimationFrame = () => 0')
      await dots.press('Enter')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expectMuteSiteChosen(scene)
    })

    it('keeps an open menu and the focus in it while messages arrive', async () => {
      const scene = await openScene()
      const { page } = tab
      await tab.visit(scene.url)
      await postCard(scene)
      await openMenu(page)
      await arrive(scene, page)
      await expectFocusOn(page, 'Mute site…')
      await page.keyboard.press('Enter')
      await expectMuteSiteChosen(scene)
      await expect.poll(() => page.getByRole('menu').count()).toBe(0)
    })

    it('keeps the focus on a message while older messages disappear', async () => {
      const scene = await openScene()
      const { page } = tab
      await tab.visit(scene.url)
      await arrive(scene, page)
      await page.getByRole('article').filter({ hasText: 'Message 90 of 120' }).focus()
      await postBurst(scene, 7)
      await page.getByRole('main').getByText('Mention 7 of 7').waitFor()
      expect(await page.getByRole('article').count()).toBe(100)
      expect(await page.evaluate('document.activeElement?.innerText')).toContain('Message 90 of 120')
      await page.keyboard.press('ArrowDown')
      expect(await page.evaluate('document.activeElement?.innerText')).toContain('Message 91 of 120')
    })

    it('keeps an open menu and the focus in it while the menu’s message is updated', async () => {
      const scene = await openScene()
      const { page } = tab
      await tab.visit(scene.url)
      const ts = await postCard(scene)
      await openMenu(page)
      const blocks = card('Claimed by Ben, 14:05', 'done')
      await clientOf(scene).chat.update({ channel: 'C000GENERAL', ts, text: 'claimed', blocks })
      await page.getByText('Claimed by Ben, 14:05').waitFor()
      await expectFocusOn(page, 'Mute site…')
      await page.keyboard.press('Enter')
      await expectMuteSiteChosen(scene)
    })

    it('opens a menu only in the thread if the channel shows the same message', async () => {
      const scene = await openScene()
      const { page } = tab
      await tab.visit(scene.url)
      await postCard(scene)
      await page.getByRole('article').hover()
      await page.getByRole('button', { name: 'Reply in thread' }).click()
      const thread = page.getByRole('complementary', { name: 'Thread' })
      await thread.getByRole('button', { name: 'More actions' }).press('Enter')
      await thread.getByRole('menu').waitFor()
      expect(await page.getByRole('menu').count()).toBe(1)
      await page.keyboard.press('Escape')
      await expect
        .poll(() => page.evaluate('document.activeElement?.closest("aside")?.ariaLabel'))
        .toBe('Thread')
    })

    it('keeps a modal, its focus and typed text while messages arrive', async () => {
      const scene = await openScene()
      const { page } = tab
      await tab.visit(scene.url)
      const composer = page.getByLabel('Message #general')
      await composer.fill('/mentions')
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Subscribe' })
      await dialog.getByLabel('News').first().check()
      await dialog.getByLabel('Owner').selectOption({ label: 'Kim Lee' })
      const name = dialog.getByRole('textbox', { name: 'Name' })
      await name.fill('half-ed')
      for (const _ of 'ed') await page.keyboard.press('ArrowLeft')
      await arrive(scene, page)
      await page.keyboard.type('typ')
      expect(await name.inputValue()).toBe('half-typed')
      expect(await dialog.getByLabel('News').first().isChecked()).toBe(true)
      await page.keyboard.press('Enter')
      await page
        .getByRole('main')
        .getByText('ana subscribed half-typed to C000GENERAL with news, 5, web')
        .waitFor()
    })
  },
)

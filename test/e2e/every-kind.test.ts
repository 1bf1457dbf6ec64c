import type { KnownBlock } from '@slack/types'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageHandler } from '../../packages/slack-on-your-desk/src/index.ts'
import {
  hasChromium,
  openTab,
  seriousFaults,
  type Tab,
} from '../../packages/slack-on-your-desk/test/page/browser.ts'
import { openScene, postCard } from '../../packages/slack-on-your-desk/test/page/scene.ts'
import { mentionsHelp } from '../../src/listeners/texts/replies.ts'
import { languages, speakIn } from '../../src/messages/kit/locale.ts'
import { prepareLanguage } from '../../src/messages/kit/say.ts'
import { messageKinds, viewKinds } from '../tools/all-message-kinds.ts'
import { pseudo, rightToLeft, speakPseudo } from '../tools/pseudo-language.ts'
import { clientOf, openWorkspace, socketApp } from '../tools/slack-workspace.ts'

const commands = [{ command: '/show', description: 'Opens a modal', usage: '[number]' }]
const modals = viewKinds().filter(({ view }) => view.title !== undefined)
const homes = viewKinds().filter(({ view }) => view.title === undefined)

/**
 * A workspace with one message of every kind in a channel, an app that opens every modal, and a home tab that is of
 * the next kind each time it is opened. Views are checked without `messages`, because each check reads the whole page.
 */
async function openKinds(language = 'en', messages = speakIn(language, () => messageKinds())) {
  let opened = 0
  const workspace = await openWorkspace({ control: true, page: pageHandler(), commands })
  await socketApp(workspace, (app) => {
    app.command('/show', async ({ ack, client, body }) => {
      await ack()
      const view = modals[Number(body.text)]?.view
      const plain = (text: string) => ({ type: 'plain_text' as const, text })
      await client.views.open({
        trigger_id: body.trigger_id,
        view: {
          type: 'modal',
          title: plain(view?.title ?? ''),
          submit: plain('Save'),
          blocks: (view?.blocks ?? []) as KnownBlock[],
        },
      })
    })
    app.event('app_home_opened', async ({ client, event }) => {
      const home = homes[opened++ % homes.length]?.view.blocks ?? []
      const view = { type: 'home' as const, blocks: home as KnownBlock[] }
      await client.views.publish({ user_id: event.user, view })
    })
  })
  for (const { content } of messages)
    await clientOf(workspace).chat.postMessage({
      channel: 'C000GENERAL',
      text: content.text,
      blocks: content.blocks as KnownBlock[],
    })
  return workspace
}

const widerThanTheirPlace = `[...document.querySelectorAll('article')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent.slice(0, 80))`

describe.skipIf(!hasChromium)('on a phone 380 px wide, on the sandbox’s Slack page,', () => {
  let tab: Tab
  beforeAll(async () => {
    tab = await openTab()
  })
  afterAll(() => tab?.close())

  it('the answer to /mentions help is visible at once, without scrolling', async () => {
    const { page } = tab
    const scene = await openScene()
    for (let count = 1; count <= 5; count++) await postCard(scene)
    await clientOf(scene).chat.postEphemeral({
      channel: 'C000GENERAL',
      user: 'U0000000ANA',
      ...(mentionsHelp([]) as { text: string; blocks: KnownBlock[] }),
    })
    await tab.visit(scene.url, { width: 380, height: 700 })
    const help = page.getByRole('article').filter({ hasText: 'Only visible to you' })
    await help.getByRole('button', { name: 'More…' }).waitFor()
    const [shown, bar, composer] = await Promise.all(
      [help, page.locator('main .top-bar'), page.locator('main .composer')].map((one) => one.boundingBox()),
    )
    if (!shown || !bar || !composer) throw new Error('nothing is shown')
    expect(shown.y).toBeGreaterThanOrEqual(bar.y + bar.height)
    expect(shown.y + shown.height).toBeLessThanOrEqual(composer.y)
    expect(shown.x + shown.width).toBeLessThanOrEqual(380)
  })

  it.each([pseudo, rightToLeft, ...languages])(
    'every kind of message fits the width in the language %s',
    async (language) => {
      speakPseudo()
      await prepareLanguage(language)
      const { page } = tab
      const { url } = await openKinds(language)
      await tab.visit(url, { colorScheme: 'light', width: 380, height: 760 })
      const articles = page.getByRole('article')
      await articles.first().waitFor()
      if (messageKinds().length > 100)
        await page.getByRole('button', { name: /^Show earlier messages/ }).click()
      await expect.poll(() => articles.count()).toBe(messageKinds().length)
      expect(await page.evaluate(widerThanTheirPlace)).toEqual([])
      if (folder === undefined) return
      await page.setViewportSize({ width: 380, height: 3000 })
      for (const [index, { kind }] of messageKinds().entries())
        await articles.nth(index).screenshot({ path: pictureOf(`${language} ${kind}`) })
    },
  )

  describe.each(['light', 'dark'] as const)('in the %s scheme,', (colorScheme) => {
    const phone = { colorScheme, width: 380, height: 760 }
    const take = async (place: Locator, name: string) => {
      if (folder === undefined) return
      await place.screenshot({ path: pictureOf(`${colorScheme} ${name}`) })
    }

    it('every kind of message fits the width, and has no serious accessibility fault', async () => {
      const { page, faults } = tab
      const { url } = await openKinds()
      await tab.visit(url, phone)
      const articles = page.getByRole('article')
      // The page shows the newest hundred messages first.
      const earlier = page.getByRole('button', { name: /^Show earlier messages/ })
      await articles.first().waitFor()
      if (messageKinds().length > 100) await earlier.click()
      await expect.poll(() => articles.count()).toBe(messageKinds().length)
      expect(await page.getByText('(A block of the type').count()).toBe(0)
      expect(await articles.getByRole('table').count()).toBeGreaterThan(2)
      expect(await seriousFaults(page)).toEqual([])
      expect(await page.evaluate(widerThanTheirPlace)).toEqual([])
      // A picture shows only the visible part of a message that is higher than the window.
      if (folder !== undefined) await page.setViewportSize({ width: 380, height: 3000 })
      for (const [index, { kind }] of messageKinds().entries()) await take(articles.nth(index), kind)
      expect(faults).toEqual([])
    })

    it.each(modals.map(({ kind }, index) => [kind, index] as const))(
      'as a modal, “%s” has no serious accessibility fault',
      async (kind, index) => {
        const { page, faults } = tab
        const { url } = await openKinds('en', [])
        await tab.visit(url, phone)
        const composer = page.getByLabel('Message #general')
        await composer.fill(`/show ${index}`)
        await composer.press('Enter')
        const dialog = page.getByRole('dialog')
        await dialog.waitFor()
        expect(await seriousFaults(page, 'dialog')).toEqual([])
        await take(dialog, `modal ${kind}`)
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
        expect(faults).toEqual([])
      },
    )

    it('every home tab fits the width, and has no serious accessibility fault', async () => {
      const { page, faults } = tab
      const { url } = await openKinds('en', [])
      await tab.visit(url, { ...phone, width: 1280 })
      await page
        .getByRole('navigation', { name: 'Channels' })
        .getByRole('button', { name: 'overheard' })
        .click()
      await page.setViewportSize({ width: 380, height: folder === undefined ? 760 : 3000 })
      const home = page.getByRole('main', { name: /^Home of/ }).locator('.home')
      let before = ''
      for (const { kind } of homes) {
        await expect.poll(async () => ![before, ''].includes(await home.innerText())).toBe(true)
        before = await home.innerText()
        const wide = await home.evaluate((one) => one.scrollWidth - one.clientWidth)
        expect({ kind, wide, faults: await seriousFaults(page, 'main') }).toEqual({
          kind,
          wide: 0,
          faults: [],
        })
        await take(home, kind)
        await page.getByRole('navigation', { name: 'The app' }).getByRole('button', { name: 'Home' }).click()
      }
      expect(faults).toEqual([])
    })
  })
})

const pictureOf = (name: string) => `${folder}/${name.replaceAll(/\W+/g, '-')}.png`

/** A folder that gets a picture of each kind, to look at them. */
const folder = process.env.KINDS_PICTURES

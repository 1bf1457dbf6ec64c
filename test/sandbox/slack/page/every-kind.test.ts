import type { KnownBlock } from '@slack/types'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageHandler } from '../../../../sandbox/slack/page-server.ts'
import { messageKinds, viewKinds } from '../../../tools/message-kinds.ts'
import { clientOf, openWorkspace, socketApp } from '../open.ts'
import { hasChromium, openTab, seriousFaults, type Tab } from './browser.ts'

const commands = [{ command: '/show', description: 'Opens a modal', usage: '[number]' }]
const modals = viewKinds().filter(({ view }) => view.title !== undefined)

/** A workspace with one message of every kind in a channel, an app that opens every modal, and the home tab. */
async function openKinds() {
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
      const home = viewKinds().find(({ view }) => view.title === undefined)?.view.blocks ?? []
      const view = { type: 'home' as const, blocks: home as KnownBlock[] }
      await client.views.publish({ user_id: event.user, view })
    })
  })
  for (const { content } of messageKinds())
    await clientOf(workspace).chat.postMessage({
      channel: 'C000GENERAL',
      text: content.text,
      blocks: content.blocks as KnownBlock[],
    })
  return workspace
}

describe.skipIf(!hasChromium).each(['light', 'dark'] as const)(
  'on a phone of 380 px in the %s scheme,',
  (colorScheme) => {
    let tab: Tab
    let url: string
    beforeAll(async () => {
      tab = await openTab()
      url = (await openKinds()).url
      await tab.visit(url, { colorScheme, width: 380, height: 760 })
    })
    afterAll(() => tab?.close())

    const folder = process.env.KINDS_PICTURES
    const picture = (name: string) => `${folder}/${colorScheme}-${name.replaceAll(/\W+/g, '-')}.png`

    it('every kind of message is shown whole, is accessible and is not wider than the screen', async () => {
      const { page, faults } = tab
      const articles = page.getByRole('article')
      await expect.poll(() => articles.count()).toBe(messageKinds().length)
      expect(await page.getByText('(A block of the type').count()).toBe(0)
      expect(await articles.getByRole('table').count()).toBeGreaterThan(2)
      expect(await seriousFaults(page)).toEqual([])
      const wider = await page.evaluate(`[...document.querySelectorAll('article')]
        .filter((one) => one.scrollWidth > one.clientWidth + 1)
        .map((one) => one.textContent.slice(0, 80))`)
      expect(wider).toEqual([])
      expect(faults).toEqual([])
      if (folder !== undefined)
        for (const [index, { kind }] of messageKinds().entries())
          await articles.nth(index).screenshot({ path: picture(kind) })
    })

    it.each(modals.map(({ kind }, index) => ({ kind, index })))(
      'the modal "$kind" is accessible',
      async ({ kind, index }) => {
        const { page } = tab
        const composer = page.getByLabel('Message #general')
        await composer.fill(`/show ${index}`)
        await composer.press('Enter')
        const dialog = page.getByRole('dialog')
        await dialog.waitFor()
        expect(await seriousFaults(page)).toEqual([])
        if (folder !== undefined) await dialog.screenshot({ path: picture(`modal ${kind}`) })
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
      },
    )
  },
)

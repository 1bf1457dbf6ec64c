import { defineFeature } from '../../kernel/feature.ts'
import { actionIds } from '../../messages/kit/block-actions.ts'
import { createOpenList } from './command.ts'
import { createHomePresses, openSection } from './home.ts'
import { openCommand } from './subcommand.ts'

/** The lists of open mentions: with `/mentions open`, and on the home tab. */
export const openList = defineFeature({
  name: 'open-list',
  keys: { file: {}, subscription: {} },
  uses: ({ clock: { now }, slack, subscriptions: { registry }, cards, people: { access, reply } }) => ({
    now,
    registry,
    access,
    reply,
    open: cards.open,
    applyCardAction: cards.applyAction,
    findCard: cards.find,
    messages: slack.messages,
  }),
  create(parts) {
    const list = createOpenList(parts)
    return {
      openLists: list,
      subcommands: [openCommand(list)],
      home: [openSection(list)],
      listen(on, home) {
        const atHome = createHomePresses(list, home)
        on.inBoth(actionIds.openClaim, list.claim, atHome.claim)
        on.inBoth(actionIds.openDone, list.done, atHome.done)
        on.choice(actionIds.openMenu, 'done', list.done, atHome.done)
        on.choice(actionIds.openMenu, 'release', list.release, atHome.release)
        on.inBoth(new RegExp(`^${actionIds.openPage}(_(back|on))?$`), list.turnPage, atHome.turnPage)
      },
    }
  },
})

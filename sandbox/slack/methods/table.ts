import { authTest, openConnection } from './auth.ts'
import { validateBlocks } from './blocks-validate.ts'
import { deleteMessage } from './chat-delete.ts'
import { postEphemeral } from './chat-ephemeral.ts'
import { getPermalink } from './chat-permalink.ts'
import { postMessage } from './chat-post.ts'
import { updateMessage } from './chat-update.ts'
import { joinChannel, openDirect } from './conversations-join.ts'
import { channelInfo, channelMembers, listChannels } from './conversations-read.ts'
import { history, replies } from './history.ts'
import type { Method } from './method.ts'
import { botInfo, userInfo } from './users.ts'
import { openView, publishView, pushView, updateView } from './views.ts'

/** Every method there is. */
export const methods: ReadonlyMap<string, Method> = new Map(
  Object.entries({
    'auth.test': authTest,
    'apps.connections.open': openConnection,
    'chat.postMessage': postMessage,
    'chat.update': updateMessage,
    'chat.delete': deleteMessage,
    'chat.postEphemeral': postEphemeral,
    'chat.getPermalink': getPermalink,
    'conversations.list': listChannels,
    'conversations.info': channelInfo,
    'conversations.history': history,
    'conversations.replies': replies,
    'conversations.join': joinChannel,
    'conversations.open': openDirect,
    'conversations.members': channelMembers,
    'users.info': userInfo,
    'bots.info': botInfo,
    'views.open': openView,
    'views.push': pushView,
    'views.update': updateView,
    'views.publish': publishView,
    'blocks.validate': validateBlocks,
  }),
)

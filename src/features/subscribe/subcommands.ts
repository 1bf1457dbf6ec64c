import { defined } from '@overheard/base/defined'
import type { Access } from '../../listeners/access.ts'
import { parseNameAndChannel } from '../../listeners/commands/line-words.ts'
import type { SubscriptionFinder } from '../../listeners/find-subscription.ts'
import type { Subcommand } from '../../listeners/subcommand.ts'
import { orDoneElsewhere, pickSubscription } from '../../listeners/which-subscription.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { replyTexts } from '../../messages/replies.ts'
import { ownMessages, type RegisteredSubscription } from '../../model/subscription.ts'
import type { Recipients } from '../../subscriptions/recipients.ts'
import type { SubscriptionService } from '../../subscriptions/subscription-service.ts'
import { say } from './form.ts'
import type { SubscribeView } from './view.ts'

type SubscribeCommandDeps = {
  access: Pick<Access, 'refusal' | 'readableSubscriptions'>
  finder: Pick<SubscriptionFinder, 'find'>
  registry: { all(): RegisteredSubscription[] }
  subscribeView: Pick<SubscribeView, 'newForm' | 'editForm'>
  subscriptions: Pick<SubscriptionService, 'unsubscribe'>
  recipients: Pick<Recipients, 'place'>
}

export function createSubscribeCommands(deps: SubscribeCommandDeps): Subcommand[] {
  const { access, subscribeView } = deps
  const ofSubscription = (word: 'edit' | 'unsubscribe'): Subcommand => ({
    word,
    rest: 'read',
    ...(word === 'edit' && { opensForm: true }),
    async answer(asker, line) {
      const picked = await pickSubscription(deps, asker, { kind: word, ...parseNameAndChannel(line) })
      if ('question' in picked) return picked.question
      const { listed, channel } = picked
      const { subscription, fromSlack } = listed
      if (fromSlack === undefined) return textMessage(replyTexts.fromFile(subscription.name))
      const operation = word === 'edit' ? 'subscribe' : 'change'
      const refusal = await access.refusal(asker, operation, { channel, alerts: [subscription.alert] })
      if (refusal !== undefined) return textMessage(refusal)
      if (word === 'edit') return subscribeView.editForm(asker, listed)
      const subject = { user: asker.user, channel, name: subscription.name }
      await deps.subscriptions.unsubscribe(subject)
      return orDoneElsewhere(undefined, asker, subject)
    },
  })
  return [
    {
      word: 'subscribe',
      inLanguages: { de: 'abonnieren', es: 'suscribir', fr: 'abonner', ja: '購読', pt: 'assinar' },
      rest: 'read',
      get help() {
        return say.help()
      },
      get shortHelp() {
        return say.shortHelp()
      },
      checksAccess: true,
      opensForm: true,
      async answer(asker, line) {
        const { name: alert, channel: named } = parseNameAndChannel(line)
        const channel = named ?? asker.channel
        const isDirect = named === undefined && asker.channel.startsWith('D')
        const place = isDirect ? await deps.recipients.place(asker) : undefined
        if (place?.kind === 'refused') return textMessage(place.sentence)
        const refusal = await access.refusal(asker, 'subscribe', { channel })
        if (refusal !== undefined) return textMessage(refusal)
        const chosen = place?.kind === 'own' ? ownMessages : channel
        return subscribeView.newForm(asker, { channel: chosen, ...defined({ alert }) })
      },
    },
    ofSubscription('edit'),
    ofSubscription('unsubscribe'),
  ]
}

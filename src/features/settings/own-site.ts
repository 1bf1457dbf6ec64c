import { isSameName } from '@overheard/base/name'
import type { ListeningClient, SiteRead } from '@overheard/mention-client/listening-client'
import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import type { HomeTab } from '../../listeners/home-section.ts'
import { type Form, type FormViews, fillForm } from '../../listeners/open-modal.ts'
import type { ViewSubmission } from '../../listeners/payloads.ts'
import type { Acknowledge } from '../../listeners/registration.ts'
import { unavailableText } from '../../messages/replies.ts'
import { classifyFailure } from '../../model/failure.ts'
import type { MadeSettings, SettingsFromSlack } from '../../model/made-settings.ts'
import type { PrivateAlerts } from '../../subscriptions/private-alerts.ts'
import { type CheckAlert, nameTaken, readSiteForm, siteInputs, siteModal } from './site-form.ts'
import { listenValue, say } from './values.ts'

export const siteCallback = 'settings_site'

export type OwnSiteDeps = {
  fromSlack: SettingsFromSlack
  simpleSources: readonly string[]
  listening: Pick<ListeningClient, 'readSite' | 'alerts'>
  privateAlerts: Pick<PrivateAlerts, 'names'>
  views: Pick<FormViews, 'update'>
  refusalOf: (user: string) => Promise<string | undefined>
  /** Returns false if somebody has changed the settings since they were read. */
  store: (
    user: string,
    changed: MadeSettings,
    against: Pick<SettingsFromSlack, 'of' | 'faults'>,
  ) => Promise<boolean>
}

/** Reads the team's own site, and adds what a person takes of what it suggests to what the own mention service listens to. */
export function createOwnSite(deps: OwnSiteDeps) {
  const { fromSlack, simpleSources, listening } = deps

  const present = async () => (await fromSlack.stored.find('listen'))?.value ?? fromSlack.of('listen').value

  const isSet = (listen: unknown) => listenValue.safeParse(listen).success && !fromSlack.of('listen').isInFile

  async function checkOfAlerts(listen: unknown): Promise<CheckAlert> {
    // One that was taken out has no query any more.
    const heard = [...(await listening.alerts()), ...listenValue.parse(listen).alerts]
    return ({ name, query }) => {
      // A name in `private` must go on to mean the alerts that it means now, and nobody learns here whether there is one.
      if (deps.privateAlerts.names(name)) return { fault: say.otherName() }
      const known = heard.find((one) => one.query !== undefined && isSameName(one.name, name))
      if (known === undefined) return undefined
      return known.query === query ? 'known' : { fault: nameTaken(name) }
    }
  }

  async function formFor(address: string): Promise<Form> {
    const read = await listening
      .readSite(address)
      .catch((error: unknown): SiteRead => ({ kind: 'failed', sentence: sentenceOf(error) }))
    const modal = siteModal(address, read, { present: await present(), simple: simpleSources })
    return { ...modal, callback: siteCallback, note: '' }
  }

  return {
    /** Reading takes seconds, so until then the form of this `view` is empty. */
    async propose({ user, view }: Pick<ViewSubmission, 'user' | 'view'>, address: string, home: HomeTab) {
      const answer = await fillForm(deps.views, { kind: 'open', view }, formFor(address))
      if (answer !== undefined) await home.answer(pressOf(user), answer.text)
    },
    /** `acknowledge` closes the form when everything is stored, or shows what is wrong. */
    async submit(submission: ViewSubmission, acknowledge: Acknowledge, home: HomeTab): Promise<void> {
      const { user } = submission
      const refuse = (sentence: string) => acknowledge({ [siteInputs.alerts]: sentence })
      const refusal = await deps.refusalOf(user)
      if (refusal !== undefined) return refuse(refusal)
      const listen = await present()
      if (!isSet(listen)) return refuse(say.listenInFile())
      const check = await checkOfAlerts(listen).catch(sentenceOf)
      if (typeof check === 'string') return refuse(check)
      const { faults, of } = fromSlack
      const against = {
        faults,
        of: (key: string) => ({ ...of(key), ...(key === 'listen' && { value: listen }) }),
      }
      const read = readSiteForm(submission, { present: listen, simple: simpleSources, faults, check })
      if ('errors' in read) return acknowledge(read.errors)
      const isChanged = Object.keys(read.changed).length > 0
      if (isChanged && !(await deps.store(user, read.changed, against))) return refuse(say.changedMeanwhile())
      await acknowledge()
      await home.answer(pressOf(user), isChanged ? say.taken() : say.nothingToAdd())
    },
  }
}

const pressOf = (user: string) => ({ user, trigger: '', value: '', state: {} })

function sentenceOf(error: unknown): string {
  if (!(error instanceof MentionServiceError)) throw error
  return unavailableText(classifyFailure(error).reason)
}

import type { Time } from '../async/time.ts'
import {
  type Collection,
  type CollectionKind,
  type Collections,
  openCollection,
} from '../model/collection.ts'
import {
  type Installation,
  installationSchema,
  newInstallationId,
  type OtherInstallation,
  otherInstallationSchema,
} from '../model/installation.ts'

/** Neither restricts: a store without its id gets another one, and other installations are noticed again. */
const installationKind: CollectionKind<Installation> = { name: 'installation', schema: installationSchema }
const otherInstallationKind: CollectionKind<OtherInstallation> = {
  name: 'other-installations',
  schema: otherInstallationSchema,
}
export const installationKinds = [installationKind, otherInstallationKind]

/** The installation is stored under this key, the only one. */
const key = 'store'

const installationRecord = (store: Collections) => openCollection(store, installationKind)

export const otherInstallations = (store: Collections): Collection<OtherInstallation> =>
  openCollection(store, otherInstallationKind)

export function findInstallation(store: Collections): Promise<Installation | undefined> {
  return installationRecord(store).find(key)
}

/** Returns the installation of a store. A store without one gets it; of several processes, the first one decides. */
export async function openInstallation(
  store: Collections,
  now: () => Time,
  random: (below: number) => number,
): Promise<Installation> {
  const made = { id: newInstallationId(now(), random), since: now() }
  return (await installationRecord(store).change(key, (current) => current ?? made)) ?? made
}

export {
  findInstallation,
  installationKinds,
  installationPlace,
  openInstallation,
  otherInstallations,
} from './installation.ts'
export { createOtherInstallations, installationProblem, isSilent } from './other-installations.ts'
export { createSettingsOfProcesses } from './settings-of-processes.ts'

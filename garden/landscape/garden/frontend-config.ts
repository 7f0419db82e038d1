/** What the operator of the demo has written for Gardener's dashboard, and Almanac shows too. */
export const demoFrontendConfig = `# The same document as for Gardener's own dashboard.
helpMenuItems:
- title: Support of Harborline
  icon: mdi-lifebuoy
  url: https://support.harborline.example
resourceQuotaHelp:
  text: Ask for more at the [service desk](https://desk.harborline.example/quotas).
sla:
  title: Service level
  description: Our [agreement](https://harborline.example/sla).
`;

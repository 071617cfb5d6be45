declare module "virtual:symbols" {
  const drawn: Record<string, string>;
  export default drawn;
}

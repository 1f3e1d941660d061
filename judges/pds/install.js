// Installs Lexicons with the installer of @atproto/lex into ./lexicons and
// ./lexicons.json: node install.js NSID... $PLC is the URL of a PLC directory and
// $DNS the address of a DNS server.
import dns from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";
import { install } from "@atproto/lex-installer";

dns.setServers([process.env.DNS]);
syncBuiltinESMExports(); // for modules that have imported functions of node:dns
await install({
  lexicons: "./lexicons",
  manifest: "./lexicons.json",
  add: process.argv.slice(2),
  save: true,
  fetch,
  plcDirectoryUrl: process.env.PLC,
});

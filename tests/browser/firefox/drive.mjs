// node drive.mjs PACKAGES FIREFOX: drive Firefox: each line of the input is a command in JSON, each line of the output its answer.
//
// {"goto": address}, {"click": selector} and {"evaluate": expression} return {"value": …} or {"error": text}; {"faults": true}
// returns the errors in the console and the uncaught ones. The browser closes at the end of the input.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [packages, executablePath] = process.argv.slice(2);
const entry = createRequire(`${packages}/`).resolve("puppeteer-core");
const { default: puppeteer } = await import(pathToFileURL(entry).href);

const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
const faults = [];
try {
  const page = await browser.newPage();
  page.on("console", (message) => { if (message.type() === "error") faults.push(`console: ${message.text()}`); });
  page.on("pageerror", (error) => faults.push(`uncaught: ${error.message}`));

  const carryOut = async (command) => {
    if (command.goto) return void await page.goto(command.goto);
    if (command.click) return void await page.click(command.click);
    if (command.evaluate) return page.evaluate(command.evaluate);
    return faults;
  };

  for await (const line of createInterface({ input: process.stdin })) {
    let answer;
    try {
      answer = { value: await carryOut(JSON.parse(line)) ?? null };
    } catch (error) {
      answer = { error: String(error) };
    }
    process.stdout.write(JSON.stringify(answer) + "\n");
  }
} finally {
  await browser.close();
}

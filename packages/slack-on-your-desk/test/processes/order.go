// An app made with the SDK for Go, by Socket Mode: a command, a button, a form and a post.
package main

import (
	"fmt"
	"os"

	"github.com/slack-go/slack"
	"github.com/slack-go/slack/socketmode"
)

func plain(text string) *slack.TextBlockObject {
	return slack.NewTextBlockObject(slack.PlainTextType, text, false, false)
}

func main() {
	api := slack.New(
		os.Getenv("SLACK_BOT_TOKEN"),
		slack.OptionAppLevelToken(os.Getenv("SLACK_APP_TOKEN")),
		slack.OptionAPIURL(os.Getenv("SLACK_API_URL")),
	)
	client := socketmode.New(api)
	go answer(api, client)
	if err := client.Run(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func answer(api *slack.Client, client *socketmode.Client) {
	for event := range client.Events {
		switch data := event.Data.(type) {
		case slack.SlashCommand:
			client.Ack(*event.Request)
			button := slack.NewButtonBlockElement("open", "", plain("Choose"))
			blocks := slack.MsgOptionBlocks(slack.NewActionBlock("order", button))
			if _, _, err := api.PostMessage(data.ChannelID, slack.MsgOptionText("What?", false), blocks); err != nil {
				fmt.Println(err)
			}
		case slack.InteractionCallback:
			client.Ack(*event.Request)
			react(api, data)
		}
	}
}

func react(api *slack.Client, data slack.InteractionCallback) {
	if data.Type == slack.InteractionTypeViewSubmission {
		dish := data.View.State.Values["dish"]["name"].Value
		if _, _, err := api.PostMessage(data.View.PrivateMetadata, slack.MsgOptionText("One "+dish, false)); err != nil {
			fmt.Println(err)
		}
		return
	}
	input := slack.NewInputBlock("dish", plain("Dish"), nil, slack.NewPlainTextInputBlockElement(nil, "name"))
	view := slack.ModalViewRequest{
		Type:            slack.VTModal,
		CallbackID:      "dish",
		PrivateMetadata: data.Channel.ID,
		Title:           plain("Dish"),
		Submit:          plain("Order"),
		Blocks:          slack.Blocks{BlockSet: []slack.Block{input}},
	}
	if _, err := api.OpenView(data.TriggerID, view); err != nil {
		fmt.Println(err)
	}
}
